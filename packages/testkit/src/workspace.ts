// A private corner of the disk for one test: a project directory, a home, XDG directories, and an
// environment for children that holds nothing of the host but PATH.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { createRepository, type Commit, type GitRepository } from "./git-repository.ts";

/** Directories of one test, removed on dispose. */
export interface Workspace extends AsyncDisposable, Disposable {
  /** Canonical directory that holds all the others. */
  readonly root: string;
  /** The project: an empty directory. */
  readonly path: string;
  readonly home: string;
  /** Environment for children: PATH, HOME, TMPDIR, TERM, LANG, XDG directories, and `extra`. */
  env(extra?: Readonly<Record<string, string>>): Record<string, string>;
  /** Absolute path of a file of the project. */
  at(...names: string[]): string;
  /** Writes files below the project, with their directories. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  /** Text of a file of the project. */
  read(name: string): string;
  /** Makes the project a git repository with the given commits. */
  repository(history?: readonly Commit[]): Promise<GitRepository>;
}

/** Creates the directories. */
export function createWorkspace(prefix = "omp-test-"): Workspace {
  const root = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  const directory = (...names: string[]): string => {
    const path = join(root, ...names);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const path = directory("project");
  const base = {
    HOME: directory("home"),
    TMPDIR: directory("tmp"),
    XDG_CONFIG_HOME: directory("xdg", "config"),
    XDG_DATA_HOME: directory("xdg", "data"),
    XDG_STATE_HOME: directory("xdg", "state"),
    XDG_CACHE_HOME: directory("xdg", "cache"),
    XDG_RUNTIME_DIR: directory("xdg", "runtime"),
  };
  const env = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ...base,
    ...extra,
  });
  const at = (...names: string[]): string => inside(path, join(...names));
  const remove = (): void => removeTree(root);
  return {
    root,
    path,
    home: base.HOME,
    env,
    at,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(at(name)), { recursive: true });
        writeFileSync(at(name), content);
      }
    },
    read: (name) => readFileSync(at(name), "utf8"),
    repository: (history = []) => createRepository(path, env(), history),
    [Symbol.dispose]: remove,
    [Symbol.asyncDispose]: async () => remove(),
  };
}

function inside(root: string, name: string): string {
  const path = resolve(root, name);
  if (path !== root && !path.startsWith(root + sep)) {
    throw new Error(`"${name}" lies outside the workspace ${root}`);
  }
  return path;
}

/** Also removes directories that a test has made read-only. */
function removeTree(root: string): void {
  try {
    rmSync(root, { recursive: true, force: true });
  } catch {
    // Not root and a directory without write permission inside: give it back and try once more.
    Bun.spawnSync(["chmod", "-R", "u+rwX", root]);
    rmSync(root, { recursive: true, force: true });
  }
}
