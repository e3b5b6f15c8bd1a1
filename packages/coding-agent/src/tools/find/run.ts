// Runs a call of `find`: the entries that its paths name, newest first, as paths below the working directory.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { glob, type GlobResult } from "@oh-my-pi/pi-natives/glob";
import type { WalkEntry } from "@oh-my-pi/pi-natives/walk";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import { printable } from "../../services/search/file-groups.ts";
import { resolveScope, type SearchScope, type SearchTarget } from "../../services/search/scope.ts";
import type { Workspace } from "../../services/workspace.ts";
import type { FindArguments } from "./parameters.ts";

interface FindNeeds {
  readonly workspace: Workspace;
  readonly urls: InternalUrls;
}

interface FindResult {
  readonly content: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface FoundEntry {
  /** Absolute; a directory ends with a slash. */
  readonly path: string;
  readonly mtimeMs: number;
}

interface Found {
  readonly entries: readonly FoundEntry[];
  readonly stopped: GlobResult["stopped"];
}

export async function run(
  { needs, signal, progress }: ToolContext<FindNeeds>,
  args: FindArguments,
): Promise<FindResult> {
  const limit = Math.floor(args.limit);
  if (!(limit > 0)) throw new ToolFailure("Limit must be a positive number");
  const emptyMessage = "`paths` must contain non-empty globs or paths";
  const scope = await resolveScope(args.paths, { ...needs, signal, emptyMessage });
  const deadline = performance.now() + args.timeout * 1000;
  const parts: Found[] = [];
  for (const target of scope.targets) {
    const timeoutMs = Math.max(0, deadline - performance.now());
    const onFound = (entries: readonly FoundEntry[]): void =>
      progress({ content: show(entries.slice(-PROGRESS_ENTRIES), needs.workspace).join("\n") });
    // One more than is shown tells that there are more.
    const most = { ...args, limit: limit + 1 };
    parts.push(await findIn(target, { ...most, signal, timeoutMs, onFound }));
    signal.throwIfAborted();
  }
  return report(newestFirst(parts), parts, { ...args, limit }, scope, needs.workspace);
}

/** What people see while a search goes on. */
const PROGRESS_ENTRIES = 100;

interface FindRun extends FindArguments {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onFound: (entries: readonly FoundEntry[]) => void;
}

async function findIn(target: SearchTarget, args: FindRun): Promise<Found> {
  if (target.kind !== "tree") {
    const path = target.kind === "file" ? target.path : target.archive;
    return { entries: [{ path, mtimeMs: statSync(path).mtimeMs }], stopped: undefined };
  }
  const absolute = ({ path, type }: WalkEntry, mtimeMs: number): FoundEntry => ({
    path: `${join(target.root, path)}${type === "directory" ? "/" : ""}`,
    mtimeMs,
  });
  const { matches, stopped } = await glob({
    root: target.root,
    patterns: [target.glob ?? "**/*"],
    includeHidden: args.hidden,
    useGitignore: args.gitignore,
    limit: args.limit,
    signal: args.signal,
    timeoutMs: args.timeoutMs,
    onProgress: (found) => args.onFound(found.map((entry) => absolute(entry, 0))),
  });
  return { entries: matches.map((match) => absolute(match, match.mtimeMs)), stopped };
}

function newestFirst(parts: readonly Found[]): readonly FoundEntry[] {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.entries;
  const all = new Map(parts.flatMap(({ entries }) => entries.map((one) => [one.path, one])));
  return [...all.values()].sort(
    (left, right) => right.mtimeMs - left.mtimeMs || (left.path < right.path ? -1 : 1),
  );
}

function show(entries: readonly FoundEntry[], workspace: Workspace): string[] {
  return entries.map(({ path }) =>
    printable(
      path.endsWith("/") ? `${workspace.display(path.slice(0, -1))}/` : workspace.display(path),
    ),
  );
}

function report(
  entries: readonly FoundEntry[],
  parts: readonly Found[],
  { limit, timeout }: FindArguments,
  { shown, missing }: SearchScope,
  workspace: Workspace,
): FindResult {
  const files = show(entries.slice(0, limit), workspace);
  const isLimited = entries.length > limit;
  const isLate = parts.some(({ stopped }) => stopped === "timeout");
  const notes = [
    ...(isLimited ? [`[${limit} results limit reached. Use limit=${limit * 2} for more]`] : []),
    ...(isLate ? [`[find timed out after ${timeout}s; the list is incomplete]`] : []),
    ...(missing.length > 0 ? [`Skipped missing paths: ${missing.join(", ")}`] : []),
  ];
  const list = files.length === 0 ? "No files found matching pattern" : files.join("\n");
  return {
    content: notes.length === 0 ? list : `${list}\n\n${notes.join("\n")}`,
    details: {
      scopePath: shown,
      cwd: workspace.cwd,
      fileCount: files.length,
      files,
      truncated: isLimited || isLate,
      ...(isLimited && {
        resultLimitReached: limit,
        meta: { limits: { resultLimit: { reached: limit, suggestion: limit * 2 } } },
      }),
      ...(missing.length > 0 && { missingPaths: missing }),
    },
  };
}
