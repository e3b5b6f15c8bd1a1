// Takes a failed answer out of what the model sees before it is asked again. The file keeps it.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { FeaturePort } from "./feature.ts";
import { SET_ASIDE_TYPE } from "./state/context-changes.ts";

/** The entries of an answer and of the results that stand for its calls. */
export function entriesOf(answer: AssistantMessage, { state: { items } }: FeaturePort): string[] {
  const at = items.findLastIndex(({ message }) => message === answer);
  return items
    .slice(at === -1 ? items.length : at)
    .filter(({ message }) => message === answer || message.role === "toolResult")
    .map(({ entryId }) => entryId);
}

/** Sets entries aside. */
export function setAside(ids: readonly string[], port: FeaturePort): void {
  if (ids.length > 0) port.append({ type: "custom", customType: SET_ASIDE_TYPE, data: { ids } });
}
