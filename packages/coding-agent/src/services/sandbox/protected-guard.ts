// Puts protected places back as they were before a command, where the kernel could not hold them: what appeared is
// moved away, what changed is restored. Nothing is deleted: the other version is kept in a folder of ours.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isHarmlessNew } from "./harmless-git.ts";

export interface GuardFolders {
  /** Copies of what is guarded. */
  readonly originals: string;
  /** What commands made of it. */
  readonly quarantine: string;
}

export class ProtectedGuard {
  readonly #paths: string[];
  readonly #folders: GuardFolders;
  readonly #before = new Map<string, string | undefined>();
  #moves = 0;

  constructor(paths: readonly string[], folders: GuardFolders) {
    this.#paths = [...paths];
    this.#folders = folders;
  }

  /** Guards one more place, which is not there. */
  addAbsent(path: string): void {
    if (!this.#paths.includes(path)) this.#paths.push(path);
  }

  /** Looks at everything; called before a command. */
  remember(): void {
    for (const [index, path] of this.#paths.entries()) {
      const now = fingerprint(path);
      if (now !== undefined && now !== this.#before.get(path)) this.#keep(path, index);
      this.#before.set(path, now);
    }
  }

  /** Puts back what a command changed; says what it was. */
  restore(): string[] {
    return [...this.#paths.entries()].flatMap(([index, path]) => {
      const before = this.#before.get(path);
      if (fingerprint(path) === before) return [];
      if (before === undefined && isHarmlessNew(path)) return [];
      this.#setAside(path);
      if (before !== undefined) {
        mkdirSync(dirname(path), { recursive: true });
        cpSync(this.#original(index), path, COPY);
      }
      return [path];
    });
  }

  #keep(path: string, index: number): void {
    rmSync(this.#original(index), { recursive: true, force: true });
    mkdirSync(this.#folders.originals, { recursive: true, mode: 0o700 });
    cpSync(path, this.#original(index), COPY);
  }

  #setAside(path: string): void {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    mkdirSync(this.#folders.quarantine, { recursive: true, mode: 0o700 });
    const place = join(
      this.#folders.quarantine,
      `${++this.#moves}-${path.slice(path.lastIndexOf("/") + 1)}`,
    );
    cpSync(path, place, COPY);
    rmSync(path, { recursive: true, force: true });
  }

  #original(index: number): string {
    return join(this.#folders.originals, String(index));
  }
}

const COPY = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true } as const;

/** Changes with content, kind and mode; undefined where nothing is. */
function fingerprint(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (stats.isFile()) return `file ${stats.mode} ${Bun.hash(readFileSync(path))}`;
  if (!stats.isDirectory()) return `other ${stats.mode}`;
  const below = readdirSync(path).toSorted();
  return `folder ${stats.mode} ${below.map((name) => `${name}=${fingerprint(join(path, name))}`).join("\n")}`;
}

/** Which of the protected places the kernel cannot hold, because they are not there or are links. */
export function needsGuard(path: string): boolean {
  return !existsSync(path) || lstatSync(path).isSymbolicLink();
}
