// `omp worktree`: the worktrees that omp made for pull requests, below its own folder.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import type { ExitName } from "../../platform/exit-codes.ts";
import {
  type CliCommand,
  type CommandCall,
  JSON_FLAG,
  jsonText,
  unknownAction,
} from "../command.ts";
import { alignRows } from "../table.ts";

export default {
  summary: "worktrees that omp made (alias: wt)",
  forms: [
    ["worktree list", "what is there, and what is left over"],
    ["worktree clear", "remove what no repository knows"],
    ["worktree clear --all", "remove every one, unsaved work included"],
  ],
  examples: [
    ["omp wt", "what is there"],
    ["omp wt clear -n", "what would be removed"],
    ["omp wt clear", "remove what is left over"],
  ],
  maxWords: 1,
  flags: [
    { name: "all", group: "other", help: "also those that are still in use" },
    { name: "dry-run", short: "n", group: "other", help: "say what would be removed" },
    JSON_FLAG,
  ],
  run,
} satisfies CliCommand;

interface Worktree {
  readonly path: string;
  /** Its repository is there and knows it. */
  readonly isInUse: boolean;
  readonly modified: string;
}

async function run({ args, host, output }: CommandCall): Promise<ExitName> {
  const [action = "list"] = args.words;
  const found = findWorktrees(join(agentPaths(host).configRoot, "wt"));
  const isJson = args.flags.has("json");
  if (action === "list") {
    const rows = found.map(({ path, isInUse, modified }) => [
      path,
      isInUse ? "in use" : "left over",
      modified,
    ]);
    const text = rows.length === 0 ? "No worktrees.\n" : alignRows(rows);
    output.out.write(isJson ? jsonText(found) : text);
    return "ok";
  }
  if (action !== "clear") throw unknownAction("worktree", action, ["list", "clear"]);
  const chosen = found.filter(({ isInUse }) => args.flags.has("all") || !isInUse);
  const isDry = args.flags.has("dry-run");
  if (!isDry) for (const { path } of chosen) rmSync(path, { recursive: true, force: true });
  const paths = chosen.map(({ path }) => path);
  const verb = isDry ? "Would remove" : "Removed";
  output.out.write(
    isJson
      ? jsonText({ removed: isDry ? [] : paths, wouldRemove: isDry ? paths : [] })
      : `${verb} ${paths.length} of ${found.length} worktrees.\n${paths.map((path) => `${path}\n`).join("")}`,
  );
  return "ok";
}

/** Worktrees lie two levels deep: a folder for each repository, one for each pull request in it. */
function findWorktrees(root: string): Worktree[] {
  return foldersIn(root)
    .flatMap(foldersIn)
    .map((path) => ({
      path,
      isInUse: isKnownToRepository(path),
      modified: statSync(path).mtime.toISOString().slice(0, 10),
    }));
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** A worktree's `.git` file names a folder inside its repository, which is gone once it was forgotten. */
function isKnownToRepository(path: string): boolean {
  try {
    const [, folder] = /^gitdir: (.+)$/m.exec(readFileSync(join(path, ".git"), "utf8")) ?? [];
    return folder !== undefined && existsSync(resolve(path, folder.trim()));
  } catch {
    // No .git file: not a worktree any more.
    return false;
  }
}
