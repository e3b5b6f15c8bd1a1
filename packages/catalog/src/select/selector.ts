// The written form of a choice of model: `provider/id`, with an optional `:level` of thinking. Knows
// the grammar, not which models exist.
import { EFFORTS, type ThinkingLevel } from "../effort.ts";

/** A concrete model by name, and how hard it shall think. */
export interface Selector {
  provider: string;
  id: string;
  thinkingLevel?: ThinkingLevel;
}

/** Every thinking level a selector may end in, weakest first. */
export const THINKING_LEVELS: readonly ThinkingLevel[] = ["off", ...EFFORTS];

/** Is this word a thinking level? */
export function isThinkingLevel(word: string): word is ThinkingLevel {
  return (THINKING_LEVELS as readonly string[]).includes(word);
}

/** Takes a trailing `:level` off; other suffixes (`:20b`, `:free`) belong to the model's id. */
export function splitThinking(text: string): { name: string; thinkingLevel?: ThinkingLevel } {
  const colon = text.lastIndexOf(":");
  const level = text.slice(colon + 1).toLowerCase();
  if (colon <= 0 || !isThinkingLevel(level)) return { name: text };
  return { name: text.slice(0, colon), thinkingLevel: level };
}

/** Reads `provider/id[:level]`; null when there is no provider or no id. The id may hold slashes. */
export function parseSelector(text: string): Selector | null {
  const { name, thinkingLevel } = splitThinking(text.trim());
  const slash = name.indexOf("/");
  if (slash <= 0 || slash === name.length - 1) return null;
  const selector = { provider: name.slice(0, slash), id: name.slice(slash + 1) };
  return thinkingLevel === undefined ? selector : { ...selector, thinkingLevel };
}

/** Writes a selector. Read back against a registry it finds the same model, whatever its id ends in. */
export function formatSelector({ provider, id, thinkingLevel }: Selector): string {
  return `${provider}/${id}${thinkingLevel === undefined ? "" : `:${thinkingLevel}`}`;
}
