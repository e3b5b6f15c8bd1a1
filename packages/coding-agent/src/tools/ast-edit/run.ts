// Runs a call of `ast_edit`: computes the replacements, shows them, and stages them to be applied or discarded.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import type { PendingActions } from "../../services/pending-actions/pending-actions.ts";
import { resolveScope } from "../../services/search/scope.ts";
import type { SearchEngines } from "../../services/search/search-engines.ts";
import type { Workspace } from "../../services/workspace.ts";
import { applyRewrites } from "./apply-rewrites.ts";
import { computeRewrites } from "./compute-rewrites.ts";
import type { AstEditArguments } from "./parameters.ts";
import { countText, previewOf, type AstEditResult } from "./show-preview.ts";

export interface AstEditNeeds {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly urls: InternalUrls;
  readonly engines: SearchEngines;
  readonly actions: PendingActions;
}

export async function run(
  { needs, signal }: ToolContext<AstEditNeeds>,
  { ops, paths }: AstEditArguments,
): Promise<AstEditResult> {
  const operations = checkOperations(ops);
  const emptyMessage = "`paths` must contain non-empty paths or globs";
  const scope = await resolveScope(paths, { ...needs, signal, emptyMessage });
  const request = { operations, scope, ...needs };
  const computed = await computeRewrites(request, signal);
  signal.throwIfAborted();
  if (computed.totalEdits > 0 && !computed.isLimited)
    needs.actions.stage({
      label: `AST Edit: ${countText(computed)}`,
      sourceToolName: "ast_edit",
      apply: (_decision, applySignal) => applyRewrites(computed, request, applySignal),
    });
  return previewOf(computed, scope, needs);
}

function checkOperations(ops: AstEditArguments["ops"]) {
  const seen = new Set<string>();
  return ops.map(({ pat, out }, index) => {
    const pattern = pat.trim();
    if (pattern === "") throw new ToolFailure(`\`ops[${index}].pat\` must not be empty`);
    if (seen.has(pattern)) throw new ToolFailure(`Duplicate rewrite pattern: ${pattern}`);
    seen.add(pattern);
    return { pattern, replacement: out };
  });
}
