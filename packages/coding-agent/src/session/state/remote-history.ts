// What a compaction entry preserves of a history that the provider itself made shorter. Read with care: another
// program may have written it, and what is not as it should be leaves the summary in force.
import type { ProviderHistory } from "@oh-my-pi/pi-ai/message";

/** Key in `preserveData` of a compaction. */
const REMOTE_KEY = "openaiRemoteCompaction";

/** The form in which an entry preserves it. */
export function preserveRemote({ provider, items, text }: ProviderHistory) {
  return { [REMOTE_KEY]: { provider, replacementHistory: items, standing: text } };
}

/** What an entry preserves, as a message carries it; without fields when there is nothing of use. */
export function remoteHistory(preserveData: unknown): { providerPayload?: ProviderHistory } {
  const { provider, replacementHistory, standing } = fieldsOf(fieldsOf(preserveData)[REMOTE_KEY]);
  if (typeof provider !== "string" || !Array.isArray(replacementHistory)) return {};
  const items = replacementHistory.filter(
    (item): item is object => typeof item === "object" && item !== null,
  );
  if (items.length === 0 || items.length < replacementHistory.length) return {};
  const text = typeof standing === "string" && standing !== "" ? standing : NOTHING_STANDS;
  return { providerPayload: { provider, items, text } };
}

const NOTHING_STANDS = "Everything before this was condensed into the items above.";

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
