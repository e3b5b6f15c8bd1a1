// Token counts as the vendors of this format report them: in the chunk, in the choice, or in their own
// corner.
import type { MessageBuilder } from "../../model/message-builder.ts";
import { type Fields, countOf, fieldsOf, isFields } from "../../wire/json-access.ts";

/** Takes over a report, if the chunk holds one. */
export function readUsage(chunk: Fields, choice: Fields, out: MessageBuilder): void {
  const usage = chunk["usage"] ?? choice["usage"] ?? fieldsOf(chunk["x_groq"])["usage"];
  if (!isFields(usage)) return;
  const prompt = countOf(usage["prompt_tokens"]) ?? 0;
  const completion = countOf(usage["completion_tokens"]) ?? 0;
  const inDetails = fieldsOf(usage["prompt_tokens_details"]);
  const cacheRead =
    countOf(inDetails["cached_tokens"]) ??
    countOf(usage["cached_tokens"]) ??
    countOf(usage["prompt_cache_hit_tokens"]) ??
    0;
  const cacheWrite =
    countOf(inDetails["cache_write_tokens"]) ?? countOf(usage["cache_creation_input_tokens"]) ?? 0;
  const reasoning = countOf(fieldsOf(usage["completion_tokens_details"])["reasoning_tokens"]) ?? 0;
  const total = countOf(usage["total_tokens"]);
  out.usage({
    input: Math.max(0, prompt - cacheRead - cacheWrite),
    output: completion,
    cacheRead,
    cacheWrite,
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
    // Most vendors count reasoning within the completion; where it comes on top the total says so.
    ...(total === prompt + completion + reasoning && { totalTokens: total }),
  });
}
