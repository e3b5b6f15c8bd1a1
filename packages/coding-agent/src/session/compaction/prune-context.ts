// Empties old tool results in the context; the file keeps them.
import { DEFAULT_PRUNING, pruneToolOutputs } from "@oh-my-pi/pi-agent-core/compact/prune";
import type { FeaturePort } from "../feature.ts";
import { appendOnlyContext } from "../settings.ts";
import { PRUNED_TYPE, type PrunedResults } from "../state/context-changes.ts";

/** Prunes if that is worth a broken request prefix, by what the user holds it worth. True when it was. */
export function pruneContext(port: FeaturePort): boolean {
  const mode = port.settings(appendOnlyContext);
  if (mode === "on") return false;
  const { items } = port.state;
  const messages = items.map(({ message }) => message);
  const isCheap = mode === "off" && { minSavingsTokens: 1 };
  const { replaced } = pruneToolOutputs(messages, { ...DEFAULT_PRUNING, ...isCheap });
  if (replaced.size === 0) return false;
  const results = [...replaced].flatMap(([index, { content }]) => {
    const [block] = content;
    const id = items[index]?.entryId;
    return id === undefined || block?.type !== "text" ? [] : [{ id, text: block.text }];
  });
  const data: PrunedResults = { results };
  port.append({ type: "custom", customType: PRUNED_TYPE, data });
  return true;
}
