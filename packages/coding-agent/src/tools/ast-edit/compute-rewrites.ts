// The replacements that a call leads to, with everything that forbids them checked. Writes nothing.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { describeGenerated, findGeneratedMarker } from "@oh-my-pi/pi-edit/generated-file";
import { languageOfPath, StructuralPatternError } from "@oh-my-pi/pi-natives/ast";
import {
  OverlappingEditsError,
  rewriteStructure,
  type FileRewrite,
  type RewriteOperation,
  type StructuralRewriteResult,
} from "@oh-my-pi/pi-natives/ast-files";
import { join } from "node:path";
import type { FileOptions } from "../../services/files/file-options.ts";
import { below, listCodeFiles } from "../../services/search/code-files.ts";
import type { SearchScope } from "../../services/search/scope.ts";
import type { SearchEngines } from "../../services/search/search-engines.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface RewriteRequest {
  readonly operations: readonly RewriteOperation[];
  readonly scope: SearchScope;
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly engines: SearchEngines;
}

const TIMEOUT_MS = 60_000;
/** Dialects that one pattern may mean together. */
const FAMILIES: Readonly<Record<string, string>> = { javascript: "typescript", tsx: "typescript" };

/** With absolute paths. */
export async function computeRewrites(
  request: RewriteRequest,
  signal: AbortSignal,
): Promise<StructuralRewriteResult> {
  const { engines, scope, workspace } = request;
  refuseReadOnly(scope);
  const { maxAstFiles: maxFiles } = engines.options;
  const files = await listCodeFiles(scope, { maxFiles, signal });
  const found = await rewrite(below(workspace.cwd, files.paths), request, signal);
  if (found.stopped === "timeout")
    throw new ToolFailure("The replacement took too long; narrow paths. Nothing was changed.");
  const absolute = <Item extends { path: string }>(item: Item): Item => ({
    ...item,
    path: join(workspace.cwd, item.path),
  });
  const rewrites = found.rewrites.map(absolute);
  refuseMixture(rewrites);
  if (request.options.edit.blockGenerated) refuseGenerated(rewrites, workspace);
  return {
    ...found,
    rewrites,
    problems: found.problems.map(absolute),
    isLimited: found.isLimited || files.isLimited,
  };
}

async function rewrite(
  files: readonly string[],
  { operations, engines, workspace }: RewriteRequest,
  signal: AbortSignal,
): Promise<StructuralRewriteResult> {
  try {
    const engine = await engines.loadAst();
    const root = workspace.cwd;
    return await rewriteStructure({
      engine,
      root,
      files,
      operations,
      signal,
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (error instanceof StructuralPatternError)
      throw new ToolFailure(`Invalid pattern: ${error.message}`, { cause: error });
    if (error instanceof OverlappingEditsError)
      throw new ToolFailure(
        "Overlapping replacements detected; refine pattern to avoid ambiguous edits",
        { cause: error },
      );
    throw error;
  }
}

function refuseReadOnly({ targets }: SearchScope): void {
  for (const target of targets)
    if (target.kind === "file" && !target.isMutable)
      throw new ToolFailure(`Cannot edit ${target.path}: it is read-only.`);
}

function refuseMixture(rewrites: readonly FileRewrite[]): void {
  const languages = new Set(
    rewrites.map(({ path }) => {
      const language = languageOfPath(path) ?? "";
      return FAMILIES[language] ?? language;
    }),
  );
  if (languages.size > 1)
    throw new ToolFailure(
      `One language per call: the patterns match ${[...languages].sort().join(", ")}. Narrow paths to one of them.`,
    );
}

function refuseGenerated(rewrites: readonly FileRewrite[], workspace: Workspace): void {
  for (const { path, before } of rewrites) {
    const marker = findGeneratedMarker(new TextEncoder().encode(before.slice(0, 4096)));
    if (marker !== undefined)
      throw new ToolFailure(describeGenerated(workspace.display(path), marker));
  }
}
