// The preview of structural edits as text for the model, and as data for views.
import type {
  FileRewrite,
  StructuralRewriteResult,
  TextEdit,
} from "@oh-my-pi/pi-natives/ast-files";
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import { anchorLines } from "../../services/search/anchored-file.ts";
import { type FileGroup, showGroups } from "../../services/search/file-groups.ts";
import { parseProblems, showProblems } from "../../services/search/parse-problems.ts";
import type { SearchScope } from "../../services/search/scope.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface AstEditResult {
  readonly content: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface PreviewContext {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
}

const MAX_COLUMNS = 120;

export function previewOf(
  found: StructuralRewriteResult,
  scope: SearchScope,
  context: PreviewContext,
): AstEditResult {
  const { workspace } = context;
  const problems = parseProblems(found.problems, (path) => workspace.display(path));
  const notes = [
    ...(found.isLimited ? ["Limit reached; narrow paths."] : []),
    ...(scope.missing.length > 0 ? [`Skipped missing paths: ${scope.missing.join(", ")}`] : []),
    ...showProblems(problems),
  ];
  const groups = found.rewrites.map((rewrite) => groupOf(rewrite, context));
  const text = groups.length === 0 ? "No replacements made" : showGroups(groups);
  const files = found.rewrites.map(({ path }) => workspace.display(path));
  return {
    content: notes.length === 0 ? text : `${text}\n\n${notes.join("\n")}`,
    details: {
      applied: false,
      scopePath: scope.shown,
      searchPath: workspace.cwd,
      totalReplacements: found.totalEdits,
      filesTouched: files.length,
      filesSearched: found.searchedFiles,
      limitReached: found.isLimited,
      files,
      fileReplacements: found.rewrites.map(({ edits }, index) => ({
        path: files[index],
        count: edits.length,
      })),
      displayContent: text,
      ...(problems.length > 0 && { parseErrors: problems }),
    },
  };
}

/** `2 replacements in 1 file`. */
export function countText({ totalEdits, rewrites }: StructuralRewriteResult): string {
  return `${plural(totalEdits, "replacement")} in ${plural(rewrites.length, "file")}`;
}

function groupOf({ path, edits }: FileRewrite, context: PreviewContext): FileGroup {
  const { workspace, options, memory } = context;
  const hash = options.read.hasHashLines ? anchorLines(path, [], memory) : undefined;
  return {
    path: workspace.display(path),
    note: ` (${plural(edits.length, "replacement")})`,
    lines: edits.flatMap((edit) => [
      `-${edit.startLine + 1}:${firstLine(edit.before)}`,
      `+${edit.startLine + 1}:${firstLine(edit.after)}`,
    ]),
    ...(hash !== undefined && { hash }),
  };
}

function firstLine(text: TextEdit["before"]): string {
  const [first = "", ...more] = text.split(/\r?\n/);
  const cut = first.slice(0, MAX_COLUMNS);
  return cut.length < first.length || more.length > 0 ? `${cut}…` : cut;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
