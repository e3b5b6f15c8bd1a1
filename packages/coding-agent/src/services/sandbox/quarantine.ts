// Where things go that commands put at protected places: out of the way, and kept.
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/** How protected things are copied: links as links, times and all. */
export const AS_IT_IS = {
  recursive: true,
  verbatimSymlinks: true,
  preserveTimestamps: true,
} as const;

export class Quarantine {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Takes `path` away in one step, so that whoever put it there cannot steer what is removed; says whether it could.
   * On another file system there is no such step.
   */
  seize(path: string): boolean {
    try {
      renameSync(path, this.#place(path));
      return true;
    } catch {
      return false; // Gone already, or on another file system.
    }
  }

  /** The same by copy where it must be; for when nobody can interfere any more. */
  take(path: string): void {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined || this.seize(path)) return;
    cpSync(path, this.#place(path), AS_IT_IS);
    rmSync(path, { recursive: true, force: true });
  }

  #place(path: string): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (let count = 1; ; count++) {
      const place = join(this.#folder, `${count}-${basename(path)}`);
      if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return place;
    }
  }
}
