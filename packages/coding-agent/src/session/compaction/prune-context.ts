// Empties old tool results in the context; the file keeps them.
import { pruneToolOutputs } from "@oh-my-pi/pi-agent-core/compact/prune";
import type { FeaturePort } from "../feature.ts";
import { PRUNED_TYPE, type PrunedResults } from "../state/context-changes.ts";

/** Prunes if that is worth a broken request prefix. True when it was. */
export function pruneContext(port: FeaturePort): boolean {
  const { items } = port.state;
  const { replaced } = pruneToolOutputs(items.map(({ message }) => message));
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
