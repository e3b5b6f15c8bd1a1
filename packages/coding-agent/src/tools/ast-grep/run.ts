// Runs a call of `ast_grep`: parses the files of its scope and shows what the pattern matches.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { StructuralPatternError } from "@oh-my-pi/pi-natives/ast";
import { searchStructure, type StructuralSearchResult } from "@oh-my-pi/pi-natives/ast-files";
import { join } from "node:path";
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import { below, listCodeFiles } from "../../services/search/code-files.ts";
import { resolveScope } from "../../services/search/scope.ts";
import type { SearchEngines } from "../../services/search/search-engines.ts";
import type { Workspace } from "../../services/workspace.ts";
import type { AstGrepArguments } from "./parameters.ts";
import { type AstGrepResult, showMatches } from "./show-matches.ts";

export interface AstGrepNeeds {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly urls: InternalUrls;
  readonly engines: SearchEngines;
}

const MAX_MATCHES = 50;
const TIMEOUT_MS = 60_000;

export async function run(
  { needs, signal }: ToolContext<AstGrepNeeds>,
  { pat, paths, skip = 0 }: AstGrepArguments,
): Promise<AstGrepResult> {
  if (pat.trim() === "") throw new ToolFailure("Pattern must not be empty");
  if (!Number.isFinite(skip) || skip < 0)
    throw new ToolFailure("Skip must be a non-negative number");
  const emptyMessage = "`paths` must contain non-empty paths or globs";
  const scope = await resolveScope(paths, { ...needs, signal, emptyMessage });
  const { maxAstFiles: maxFiles } = needs.engines.options;
  const files = await listCodeFiles(scope, { maxFiles, signal });
  const found = await search(pat, files.paths, Math.floor(skip), needs, signal);
  signal.throwIfAborted();
  return showMatches(found, {
    ...needs,
    scope,
    skip: Math.floor(skip),
    isLimited: files.isLimited,
  });
}

async function search(
  pattern: string,
  paths: readonly string[],
  skip: number,
  { workspace, engines }: AstGrepNeeds,
  signal: AbortSignal,
): Promise<StructuralSearchResult> {
  try {
    const found = await searchStructure({
      engine: await engines.loadAst(),
      root: workspace.cwd,
      files: below(workspace.cwd, paths),
      pattern,
      skip,
      limit: MAX_MATCHES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const absolute = <Item extends { path: string }>(item: Item): Item => ({
      ...item,
      path: join(workspace.cwd, item.path),
    });
    return {
      ...found,
      matches: found.matches.map(absolute),
      problems: found.problems.map(absolute),
    };
  } catch (error) {
    if (error instanceof StructuralPatternError)
      throw new ToolFailure(`Invalid pattern: ${error.message}`, { cause: error });
    throw error;
  }
}
