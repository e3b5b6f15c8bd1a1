// Writes a preview that was accepted: all files or none, and only when doing it again gives what was shown.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { decodeDocument } from "@oh-my-pi/pi-edit/document-bytes";
import { executePlan } from "@oh-my-pi/pi-edit/multi-file/execute";
import type { FileRewrite, StructuralRewriteResult } from "@oh-my-pi/pi-natives/ast-files";
import { openDiskFiles } from "../../services/files/disk-files.ts";
import type { FileMemory } from "../../services/files/file-memory.ts";
import { computeRewrites, type RewriteRequest } from "./compute-rewrites.ts";
import { countText, type AstEditResult } from "./show-preview.ts";

export async function applyRewrites(
  shown: StructuralRewriteResult,
  request: RewriteRequest & { readonly memory: FileMemory },
  signal: AbortSignal,
): Promise<AstEditResult> {
  const { workspace, memory } = request;
  const now = await computeRewrites(request, signal);
  if (!isSame(shown.rewrites, now.rewrites))
    throw new ToolFailure(
      "The preview is stale: the files changed since it was made. Nothing was changed; call ast_edit again.",
    );
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const steps = now.rewrites.map(({ path, before, after }) => ({
    kind: "update" as const,
    path: workspace.display(path),
    before: bytesOf(before),
    after: bytesOf(after),
  }));
  const files = openDiskFiles((path) => workspace.resolve(path), workspace.buffers);
  const outcome = await executePlan({ steps }, files, signal);
  if (!outcome.ok) throw new ToolFailure(outcome.message);
  for (const [index, { path }] of now.rewrites.entries()) {
    const decoded = decodeDocument(steps[index]?.after ?? new Uint8Array());
    if (decoded.ok) memory.reads.recordDocument(path, decoded.document);
  }
  return {
    content: `Applied ${countText(now)}.`,
    details: {
      applied: true,
      totalReplacements: now.totalEdits,
      filesTouched: now.rewrites.length,
      files: now.rewrites.map(({ path }) => workspace.display(path)),
    },
  };
}

function isSame(shown: readonly FileRewrite[], now: readonly FileRewrite[]): boolean {
  return (
    shown.length === now.length &&
    shown.every((one, index) => {
      const other = now[index];
      return one.path === other?.path && one.before === other.before && one.after === other.after;
    })
  );
}
