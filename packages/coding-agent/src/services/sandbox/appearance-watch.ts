// Hears at once when something appears at one of some places. Watches the folders above them that are there; what is in a
// folder that is missing too, it does not hear of.
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

export class AppearanceWatch implements Disposable {
  readonly #watchers: FSWatcher[] = [];

  constructor(paths: readonly string[], onAppearance: (path: string) => void) {
    for (const [folder, below] of Map.groupBy(paths, dirname)) {
      const named = new Map(below.map((path) => [basename(path), path]));
      try {
        const watcher = watch(folder, (_, name) => {
          const path = name === null ? undefined : named.get(name);
          if (path !== undefined) onAppearance(path);
        });
        // A folder that goes away takes its places along.
        watcher.on("error", () => watcher.close());
        watcher.unref();
        this.#watchers.push(watcher);
      } catch {
        // Not there, or no more watches to be had: then what appeared is found when the command has ended.
      }
    }
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}
