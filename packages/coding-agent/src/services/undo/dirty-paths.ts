// Which paths of a tree may have changed since they were last looked at, from the kernel's own record where there is one.
// Where there is none, or it was too short, everything may have.
import { accessSync, constants } from "node:fs";
import { DirectoryEvents } from "../../platform/directory-events.ts";

/** Paths to look at, and directories to look at with all that is below. */
export interface DirtyPaths {
  readonly paths: ReadonlySet<string>;
  readonly trees: ReadonlySet<string>;
}

const NOTHING: DirtyPaths = { paths: new Set(), trees: new Set() };
/** The root with all that is below. */
export const EVERYTHING: DirtyPaths = { paths: new Set(), trees: new Set([""]) };

export function isNothing({ paths, trees }: DirtyPaths): boolean {
  return paths.size === 0 && trees.size === 0;
}

/** Watches the directories of one tree; `path` is relative, `""` is the root. */
export class TreeWatch implements Disposable {
  readonly #root: string;
  readonly #events: DirectoryEvents | undefined;
  readonly #directories = new Map<number, string>();
  #isBlind = false;

  constructor(root: string, platform: NodeJS.Platform) {
    this.#root = root;
    this.#events = DirectoryEvents.open(platform);
  }

  /** Whether changes are seen as they happen; otherwise the whole tree is looked through each time. */
  get isSeeing(): boolean {
    return this.#events !== undefined && !this.#isBlind;
  }

  watch(path: string): void {
    if (this.#events === undefined || this.#isBlind) return;
    const directory = path === "" ? this.#root : `${this.#root}/${path}`;
    const id = this.#events.watch(directory);
    if (id !== undefined) this.#directories.set(id, path);
    else if (canRead(directory)) this.#isBlind = true;
  }

  /** Everything that may have changed since the last time. */
  take(): DirtyPaths {
    if (this.#events === undefined || this.#isBlind) return EVERYTHING;
    const { events, isComplete } = this.#events.take();
    if (!isComplete) return EVERYTHING;
    if (events.length === 0) return NOTHING;
    const paths = new Set<string>();
    const trees = new Set<string>();
    for (const { watch, name, isTree, isSelf } of events) {
      const directory = this.#directories.get(watch);
      if (directory === undefined) continue;
      if (isSelf && directory === "") return EVERYTHING;
      if (name === "") continue;
      const path = directory === "" ? name : `${directory}/${name}`;
      if (isTree) trees.add(path);
      else paths.add(path);
    }
    return { paths, trees };
  }

  [Symbol.dispose](): void {
    this.#events?.[Symbol.dispose]();
  }
}

/** A directory that vanished or is closed is no loss: its parent tells. One that could be read and not watched is. */
function canRead(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
