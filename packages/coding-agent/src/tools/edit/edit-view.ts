// An edit as people see it: one diff for each file.
import type { ToolView, ViewBlock, ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { EditDetails } from "./edit-details.ts";

/** The view of any variant; `targets` are the files that the arguments name. */
export function editView(targets: readonly string[], result: ViewedResult | undefined): ToolView {
  const title =
    targets.length > 1 ? `${targets[0]} and ${targets.length - 1} more` : (targets[0] ?? "");
  if (result === undefined) return { title, blocks: [] };
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  // Details may come from the log of another version; anything may be missing.
  const details = (result.details ?? {}) as Partial<EditDetails>;
  if (result.isError || details.diff === undefined) {
    const tone = result.isError ? "error" : "normal";
    return { title, blocks: texts.map((text) => ({ type: "text", text, tone })) };
  }
  return { title, blocks: [...diffBlocks(details), ...warningBlocks(texts)] };
}

function diffBlocks(details: Partial<EditDetails>): ViewBlock[] {
  const { perFileResults, path = "", diff = "", move, op } = details;
  const files = perFileResults ?? [{ path, diff, op: op ?? "update", ...(move && { move }) }];
  return files.map((file): ViewBlock => {
    const name = file.move === undefined ? file.path : `${file.path} → ${file.move}`;
    if (file.diff !== "") return { type: "diff", path: name, patch: file.diff };
    return { type: "text", text: `${DONE[file.op]} ${name}`, tone: "muted" };
  });
}

const DONE = { create: "Created", update: "Updated", delete: "Deleted" } as const;

function warningBlocks(texts: readonly string[]): ViewBlock[] {
  const warnings = texts.join("\n").split(/(?:^|\n)Warnings:\n/)[1];
  return warnings === undefined ? [] : [{ type: "text", text: warnings, tone: "warning" }];
}
