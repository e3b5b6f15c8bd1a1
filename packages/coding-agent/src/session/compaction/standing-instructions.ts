// What the user said that must outlive any summary, word for word: rules first, then their newest words, as
// far as there is room. No model has a say in it. Pure.
import { estimateText } from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";

/** Longer messages are material, not instructions. */
const MAX_INSTRUCTION_TOKENS = 1000;
const RULE =
  /\b(?:always|never|must|mustn't|don't|do not|only|make sure|from now on|remember|prefer|instead of|avoid|no longer|until)\b/i;

/** Instructions in the order they were given; `earlier` are those of the last compaction. */
export function standingInstructions(
  earlier: readonly string[],
  gone: readonly AgentMessage[],
  budgetTokens: number,
): string[] {
  const said = [...new Set([...earlier, ...gone.flatMap(userWords)])];
  const byWorth = said
    .map((text, index) => ({ text, index, isRule: RULE.test(text) }))
    .toSorted((a, b) => Number(b.isRule) - Number(a.isRule) || b.index - a.index);
  const kept = new Set<string>();
  let left = budgetTokens;
  for (const { text } of byWorth) {
    const tokens = estimateText(text) + 1;
    if (tokens > left) continue;
    left -= tokens;
    kept.add(text);
  }
  return said.filter((text) => kept.has(text));
}

function userWords(message: AgentMessage): string[] {
  if (message.role !== "user" || message.attribution === "agent") return [];
  const { content } = message;
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return text.trim() === "" || estimateText(text) > MAX_INSTRUCTION_TOKENS ? [] : [text];
}
