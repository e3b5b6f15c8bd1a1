// Where standing instructions may lie, weakest first: the person's own, then the project's, from the outermost
// folder inwards. Names places only; reads no file.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ContextFileLevel } from "./context-file.ts";

/** A place where a context file may lie. */
export interface Candidate {
  readonly path: string;
  readonly level: ContextFileLevel;
  readonly source: string;
  /** What the file must really lie in; a link that leads out of it is not followed. */
  readonly within?: string;
}

/** Where the search starts. */
export interface ContextPlaces {
  readonly cwd: string;
  readonly home: string | undefined;
  /** `~/.omp/agent` */
  readonly agentDir: string;
}

const MAX_DEPTH = 20;
const ANYONE_MAY_WRITE = 0o002;
const NATIVE_FOLDER = ".omp";

const BELOW_HOME: readonly (readonly [source: string, path: string])[] = [
  ["claude", ".claude/CLAUDE.md"],
  ["codex", ".codex/AGENTS.md"],
  ["gemini", ".gemini/GEMINI.md"],
  ["opencode", ".config/opencode/AGENTS.md"],
  ["agents", ".agent/AGENTS.md"],
  ["agents", ".agents/AGENTS.md"],
];
const BELOW_PROJECT: readonly (readonly [source: string, path: string])[] = [
  ["github", ".github/copilot-instructions.md"],
  ["gemini", ".gemini/GEMINI.md"],
  ["codex", ".codex/AGENTS.md"],
  ["agents", ".agent/AGENTS.md"],
  ["agents", ".agents/AGENTS.md"],
  ["claude", ".claude/CLAUDE.md"],
];

/** Every place to look at, in the order in which the texts are given to a model. */
export function contextCandidates({ cwd, home, agentDir }: ContextPlaces): Candidate[] {
  const user = [
    ...(home === undefined ? [] : BELOW_HOME).map(([source, path]) => ({
      path: join(home ?? "", path),
      level: "user" as const,
      source,
    })),
    { path: join(agentDir, "AGENTS.md"), level: "user" as const, source: "native" },
  ];
  const { folders, root } = foldersUp(cwd, home);
  const project = (source: string, path: string): Candidate => ({
    path,
    level: "project",
    source,
    within: root ?? dirname(path),
  });
  const native = folders.find((folder) => isFilled(join(folder, NATIVE_FOLDER)));
  return [
    ...user,
    ...folders
      .filter((folder) => !basename(folder).startsWith("."))
      .toReversed()
      .map((folder) => project("agents-md", join(folder, "AGENTS.md"))),
    ...BELOW_PROJECT.map(([source, path]) => project(source, join(cwd, path))),
    ...(native === undefined ? [] : [project("native", join(native, NATIVE_FOLDER, "AGENTS.md"))]),
  ];
}

/** From the working directory up to the root of its repository; without one, as far as the folders are the user's. */
function foldersUp(
  cwd: string,
  home: string | undefined,
): { readonly folders: readonly string[]; readonly root: string | undefined } {
  const folders = [cwd];
  let root = existsSync(join(cwd, ".git")) ? cwd : undefined;
  for (let at = cwd; root === undefined && at !== home && folders.length <= MAX_DEPTH;) {
    const parent = dirname(at);
    if (parent === at) break;
    at = parent;
    folders.push(at);
    if (existsSync(join(at, ".git"))) root = at;
  }
  if (root !== undefined) return { folders, root };
  // Whoever may write there must not be able to tell the model what to do.
  const end = folders.findIndex((folder, index) => index > 0 && isOpenToAll(folder));
  const own = end === -1 ? folders : folders.slice(0, end);
  // What lies in the home directory itself is found there as the user's own.
  return { folders: own.filter((folder) => folder === cwd || folder !== home), root: undefined };
}

function isOpenToAll(folder: string): boolean {
  try {
    return (statSync(folder).mode & ANYONE_MAY_WRITE) !== 0;
  } catch {
    // A folder that cannot be looked at holds nothing for us.
    return true;
  }
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    // There is no such folder.
    return false;
  }
}
