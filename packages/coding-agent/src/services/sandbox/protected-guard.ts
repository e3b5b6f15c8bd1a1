// Keeps protected places as they were before a command, where the kernel cannot hold them: what appears is moved away at
// once, what changed is restored when the command has ended. Nothing is deleted: the other version is kept.
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
import { AppearanceWatch } from "./appearance-watch.ts";
import { isHarmlessNew } from "./harmless-git.ts";
import { AS_IT_IS, Quarantine } from "./quarantine.ts";

export interface GuardFolders {
  /** Copies of what is guarded. */
  readonly originals: string;
  /** What commands made of it. */
  readonly quarantine: string;
}

export class ProtectedGuard implements Disposable {
  readonly #paths: string[];
  readonly #originals: string;
  readonly #quarantine: Quarantine;
  readonly #before = new Map<string, string | undefined>();
  readonly #seized = new Set<string>();
  #watch: AppearanceWatch | undefined;

  constructor(paths: readonly string[], { originals, quarantine }: GuardFolders) {
    this.#paths = [...paths];
    this.#originals = originals;
    this.#quarantine = new Quarantine(quarantine);
  }

  /** Guards one more place, which is not there. */
  addAbsent(path: string): void {
    if (!this.#paths.includes(path)) this.#paths.push(path);
  }

  /** Looks at everything, and keeps an eye on what is not there; called before a command. */
  remember(): void {
    for (const [index, path] of this.#paths.entries()) {
      const now = fingerprint(path);
      if (now !== undefined && now !== this.#before.get(path)) this.#keep(path, index);
      this.#before.set(path, now);
    }
    this[Symbol.dispose]();
    const absent = this.#paths.filter((path) => this.#before.get(path) === undefined);
    this.#watch = new AppearanceWatch(absent, (path) => this.#onAppearance(path));
  }

  /** Puts back what a command changed; says what it was. */
  restore(): string[] {
    this[Symbol.dispose]();
    for (const [index, path] of this.#paths.entries()) {
      const before = this.#before.get(path);
      if (fingerprint(path) === before) continue;
      if (before === undefined && isHarmlessNew(path)) continue;
      this.#quarantine.take(path);
      if (before !== undefined) {
        mkdirSync(dirname(path), { recursive: true });
        cpSync(this.#original(index), path, AS_IT_IS);
      }
      this.#seized.add(path);
    }
    const changed = this.#paths.filter((path) => this.#seized.has(path));
    this.#seized.clear();
    return changed;
  }

  /** Looks no longer. */
  [Symbol.dispose](): void {
    this.#watch?.[Symbol.dispose]();
    this.#watch = undefined;
  }

  #onAppearance(path: string): void {
    try {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined || isHarmlessNew(path)) return;
    } catch {
      return; // It is gone again.
    }
    if (this.#quarantine.seize(path)) this.#seized.add(path);
  }

  #keep(path: string, index: number): void {
    rmSync(this.#original(index), { recursive: true, force: true });
    mkdirSync(this.#originals, { recursive: true, mode: 0o700 });
    cpSync(path, this.#original(index), AS_IT_IS);
  }

  #original(index: number): string {
    return join(this.#originals, String(index));
  }
}

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
