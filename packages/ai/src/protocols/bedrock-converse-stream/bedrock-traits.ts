// What can be told from a model's id on Bedrock: whose it is decides what it takes beyond the common
// fields. Ids of profiles that name no model have the traits of an unknown one.
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";

export interface BedrockTraits {
  readonly family: "claude" | "nova" | "gpt" | undefined;
  /** Takes markers that tell where its prompt cache ends. */
  readonly marksCache: boolean;
  /** Takes such a marker after the tools, too. */
  readonly marksTools: boolean;
  /** Can be told to keep the cache for an hour. */
  readonly cachesLong: boolean;
  /** Takes a status with a tool result. */
  readonly knowsResultStatus: boolean;
}

/** Claude models from before prompt caching. */
const UNCACHED = /claude-(?:v2|instant|3-(?:opus|sonnet|haiku)|3-5-sonnet-20240620)/;

export function bedrockTraits(modelId: string): BedrockTraits {
  const id = modelId.toLowerCase();
  if (id.includes("claude")) {
    const isCached = !UNCACHED.test(id);
    const isRecent = claudeTraits(id)?.thinksAdaptively === true || /claude-\w+-4-5\b/.test(id);
    return {
      family: "claude",
      marksCache: isCached,
      marksTools: isCached,
      cachesLong: isCached && isRecent,
      knowsResultStatus: true,
    };
  }
  const isNova = id.includes("amazon.nova");
  return {
    family: isNova ? "nova" : id.includes("gpt-oss") ? "gpt" : undefined,
    marksCache: isNova,
    marksTools: false,
    cachesLong: false,
    knowsResultStatus: isNova,
  };
}
