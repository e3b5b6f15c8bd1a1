// Notices that a file was changed, replaced, made or removed. What it says is read by whoever asked.
import { type FSWatcher, mkdirSync, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** An editor writes a file in several steps; only the state after them counts. */
const SETTLE_MS = 50;

/** Calls `onChange` after each change until the signal fires; does nothing where that cannot be watched. */
export function watchFile(path: string, signal: AbortSignal, onChange: () => void): void {
  if (signal.aborted) return;
  let timer: NodeJS.Timeout | undefined;
  const watcher = openWatcher(dirname(path), (name) => {
    // Where the system gives no name, any change may be ours.
    if (name !== null && name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      watcher?.close();
    },
    { once: true },
  );
}

/** The folder is watched, not the file: replacing a file by another one ends the watching of a file. */
function openWatcher(
  folder: string,
  onEvent: (name: string | null) => void,
): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name));
    // A folder that goes away ends the watching, not omp.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    // No such folder and none can be made, or no more watches: settings hold until the next start.
    return undefined;
  }
}
