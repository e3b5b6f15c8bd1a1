// A question beside the conversation: the model sees everything that was said, and nothing of it is recorded.
import { CommandError } from "./command.ts";
import { toLlmMessages } from "./llm-messages.ts";
import type { SessionInside } from "./session-inside.ts";

const TIMEOUT_MS = 180_000;
const MAX_CHARACTERS = 100_000;

/** The answer. Throws CommandError when there is none. A run that goes on is not disturbed. */
export async function askAside(
  { conversation, choices, system, tools, complete }: SessionInside,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  const { model } = choices;
  const answer = await complete(
    {
      kind: "aside",
      request: {
        model,
        system,
        messages: [
          ...toLlmMessages(conversation.messages),
          { role: "user", content: question, attribution: "user", timestamp: 0 },
        ],
        tools: tools.map(({ specWithIntent }) => specWithIntent),
        options: { ...choices.requestOptions(model), toolChoice: "none" },
      },
      timeoutMs: TIMEOUT_MS,
      maxCharacters: MAX_CHARACTERS,
    },
    signal,
  );
  if (!answer.ok) throw new CommandError(answer.problem);
  return answer.text;
}
