// A page of matches as text for the model, and as data for views.
import type { GrepLine } from "@oh-my-pi/pi-natives/grep";
import { anchorLines } from "../../services/search/anchored-file.ts";
import { type FileGroup, showFile, showGroups } from "../../services/search/file-groups.ts";
import type { SearchScope } from "../../services/search/scope.ts";
import type { FoundFile, FoundPage, Page } from "./found-page.ts";
import type { SearchNeeds, SearchResult } from "./search-needs.ts";

export function showPage(
  found: FoundPage,
  scope: SearchScope,
  page: Page,
  needs: Pick<SearchNeeds, "workspace" | "options" | "memory">,
): SearchResult {
  const notes = notesOn(found, scope, page);
  const details = detailsOf(found, scope, needs);
  if (found.files.length === 0) {
    const none = found.totalFiles > page.skip ? [] : ["No matches found"];
    return { content: [...none, ...notes].join("\n"), details };
  }
  const isOneFile = scope.targets.length === 1 && scope.targets[0]?.kind === "file";
  const show = (groups: readonly FileGroup[]): string =>
    isOneFile ? groups.map(showFile).join("\n") : showGroups(groups);
  const text = show(found.files.map((file) => groupOf(file, needs)));
  const displayContent = show(
    found.files.map((file) => ({
      path: needs.workspace.display(file.path),
      lines: withGaps(
        file.lines,
        (line) => `${line.isMatch ? "*" : " "}${line.number}│${cut(line)}`,
      ),
    })),
  );
  const content = notes.length === 0 ? text : `${text}\n\n${notes.join("\n")}`;
  return { content, details: { displayContent, ...details } };
}

function groupOf(
  file: FoundFile,
  { workspace, options, memory }: Pick<SearchNeeds, "workspace" | "options" | "memory">,
): FileGroup {
  const hash =
    file.isMutable && options.read.hasHashLines
      ? anchorLines(file.path, file.lines, memory)
      : undefined;
  const mark = hash === undefined ? "|" : ":";
  const lines = withGaps(
    file.lines,
    (line) => `${line.isMatch ? "*" : " "}${line.number}${mark}${cut(line)}`,
  );
  if (file.hasMore) lines.push(`[more than ${file.matchCount} matches in this file]`);
  return { path: workspace.display(file.path), lines, ...(hash !== undefined && { hash }) };
}

/** Lines that do not follow each other have `...` between them. */
function withGaps(lines: readonly GrepLine[], show: (line: GrepLine) => string): string[] {
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    const isGap = before !== undefined && line.number > before.number + 1;
    return isGap ? ["...", show(line)] : [show(line)];
  });
}

function cut({ text, isCut }: GrepLine): string {
  return isCut ? `${text}…` : text;
}

function notesOn(found: FoundPage, { missing }: SearchScope, { skip, size }: Page): string[] {
  const { totalFiles, skippedFiles, stopped } = found;
  const last = Math.min(totalFiles, skip + size);
  const notes: string[] = [];
  if (totalFiles > last && last > skip)
    notes.push(
      `Showing files ${skip + 1}-${last} of ${totalFiles}. Use skip=${last} for the next page, or narrow paths/pattern.`,
    );
  else if (skip > 0 && skip >= totalFiles && totalFiles > 0)
    notes.push(`skip=${skip} is beyond the last of ${totalFiles} files.`);
  if (stopped === "timeout")
    notes.push("[The search took too long and is incomplete; narrow paths or pattern.]");
  if (skippedFiles > 0) notes.push(`[${skippedFiles} files could not be searched]`);
  if (missing.length > 0) notes.push(`Skipped missing paths: ${missing.join(", ")}`);
  return notes;
}

function detailsOf(
  { files, totalFiles, stopped }: FoundPage,
  { shown, missing }: SearchScope,
  { workspace }: Pick<SearchNeeds, "workspace">,
): Record<string, unknown> {
  const names = files.map(({ path }) => workspace.display(path));
  return {
    scopePath: shown,
    searchPath: workspace.cwd,
    matchCount: files.reduce((sum, { matchCount }) => sum + matchCount, 0),
    fileCount: files.length,
    files: names,
    ...(files.length > 0 && {
      fileMatches: files.map(({ matchCount }, index) => ({
        path: names[index],
        count: matchCount,
      })),
    }),
    truncated: totalFiles > files.length || stopped !== undefined,
    ...(files.some(({ lines }) => lines.some(({ isCut }) => isCut)) && { linesTruncated: true }),
    ...(missing.length > 0 && { missingPaths: missing }),
  };
}
