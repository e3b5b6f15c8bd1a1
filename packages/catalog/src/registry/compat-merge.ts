// Lays one `compat` over another. The nested blocks are merged key by key, everything else is
// replaced.
import type { AnthropicCompat, OpenAICompat } from "../compat.ts";

type Compat = OpenAICompat & AnthropicCompat;

const NESTED = [
  "openRouterRouting",
  "vercelGatewayRouting",
  "extraBody",
  "reasoningEffortMap",
] as const;

/** `over` on top of `under`; undefined when neither says anything. */
export function mergeCompat(
  under: Compat | undefined,
  over: Compat | undefined,
): Compat | undefined {
  if (under === undefined || over === undefined) return over ?? under;
  const merged: Compat = { ...under, ...over };
  for (const key of NESTED) {
    if (under[key] !== undefined && over[key] !== undefined) {
      Object.assign(merged, { [key]: { ...under[key], ...over[key] } });
    }
  }
  return merged;
}
