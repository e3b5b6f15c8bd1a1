// Structural matches as text for the model, and as data for views.
import type { FileMatch, StructuralSearchResult } from "@oh-my-pi/pi-natives/ast-files";
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import { anchorLines } from "../../services/search/anchored-file.ts";
import { type FileGroup, showFile, showGroups } from "../../services/search/file-groups.ts";
import { parseProblems, showProblems } from "../../services/search/parse-problems.ts";
import type { SearchScope } from "../../services/search/scope.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface AstGrepResult {
  readonly content: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface MatchContext {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly scope: SearchScope;
  readonly skip: number;
  /** Whether there are more files than were looked at. */
  readonly isLimited: boolean;
}

const MAX_COLUMNS = 512;
const MAX_VALUE = 120;

export function showMatches(found: StructuralSearchResult, context: MatchContext): AstGrepResult {
  const { workspace, scope, skip } = context;
  const problems = parseProblems(found.problems, (path) => workspace.display(path));
  const byFile = [...Map.groupBy(found.matches, ({ path }) => path)];
  const isLimited = found.totalMatches > skip + found.matches.length;
  const notes = [
    ...(isLimited ? ["Result limit reached; narrow paths or increase limit."] : []),
    ...(context.isLimited
      ? [`[Only ${found.searchedFiles} files were searched; narrow paths.]`]
      : []),
    ...(found.stopped === "timeout" ? ["[The search took too long and is incomplete.]"] : []),
    ...(scope.missing.length > 0 ? [`Skipped missing paths: ${scope.missing.join(", ")}`] : []),
    ...showProblems(problems),
  ];
  const isOneFile = scope.targets.length === 1 && scope.targets[0]?.kind === "file";
  const show = (groups: readonly FileGroup[]): string =>
    isOneFile ? groups.map(showFile).join("\n") : showGroups(groups);
  const text =
    byFile.length === 0
      ? noMatches(problems.length > 0)
      : show(byFile.map(([path, matches]) => groupOf(path, matches, context)));
  const names = byFile.map(([path]) => workspace.display(path));
  return {
    content: notes.length === 0 ? text : `${text}\n\n${notes.join("\n")}`,
    details: {
      scopePath: scope.shown,
      searchPath: workspace.cwd,
      matchCount: found.matches.length,
      fileCount: byFile.length,
      filesSearched: found.searchedFiles,
      limitReached: isLimited,
      files: names,
      fileMatches: byFile.map(([, matches], at) => ({ path: names[at], count: matches.length })),
      displayContent: show(
        byFile.map(([path, matches], at) => ({
          path: names[at] ?? path,
          lines: matches.flatMap((match) => matchLines(match, "│")),
        })),
      ),
      ...(problems.length > 0 && { parseErrors: problems }),
    },
  };
}

function noMatches(hasProblems: boolean): string {
  return hasProblems
    ? "No matches found. Parse issues mean the query may be mis-scoped; narrow `paths` before concluding there are none."
    : "No matches found";
}

function groupOf(
  path: string,
  matches: readonly FileMatch[],
  { workspace, options, memory }: MatchContext,
): FileGroup {
  const hash = options.read.hasHashLines ? anchorLines(path, [], memory) : undefined;
  const mark = hash === undefined ? "|" : ":";
  const lines = matches.flatMap((match) => [...matchLines(match, mark), ...metaLine(match)]);
  return { path: workspace.display(path), lines, ...(hash !== undefined && { hash }) };
}

function matchLines({ text, startLine }: FileMatch, mark: string): string[] {
  return text
    .split(/\r?\n/)
    .map(
      (line, at) => `${at === 0 ? "*" : " "}${startLine + 1 + at}${mark}${cut(line, MAX_COLUMNS)}`,
    );
}

function metaLine({ variables }: FileMatch): string[] {
  const values = Object.entries(variables).map(
    ([name, value]) => `${name}=${cut(value.replaceAll(/\s+/g, " "), MAX_VALUE)}`,
  );
  return values.length === 0 ? [] : [`  meta: ${values.join(", ")}`];
}

function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, columns)}…`;
}
