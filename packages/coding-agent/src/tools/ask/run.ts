// Runs a call of `ask`: waits for the answers, or takes the suggested ones when time is up.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { type AskUser, suggestedAnswer, type UserAnswer } from "../../services/ask-user.ts";
import type { AskArguments } from "./parameters.ts";

export async function run(
  { needs: { user }, signal }: ToolContext<{ user: AskUser }>,
  { questions }: AskArguments,
): Promise<{ content: string; details: object }> {
  if (questions.length === 0) throw new ToolFailure("Error: questions must not be empty");
  const answers = await answersTo(questions, user, signal);
  const results = questions.map(({ id, question }, index) => {
    const answer = answers[index] ?? { selected: [] };
    return { id, question, ...answer };
  });
  const [only, ...more] = results;
  const content =
    more.length === 0 && only !== undefined
      ? sentence(only)
      : ["User answers:", ...results.map((result) => `${result.id}: ${words(result)}`)].join("\n");
  return { content, details: { results } };
}

async function answersTo(
  questions: AskArguments["questions"],
  user: AskUser,
  signal: AbortSignal,
): Promise<readonly UserAnswer[]> {
  const deadline = user.timeoutMs > 0 ? AbortSignal.timeout(user.timeoutMs) : undefined;
  const isLate = (): boolean => deadline?.aborted === true && !signal.aborted;
  const until = deadline === undefined ? signal : AbortSignal.any([signal, deadline]);
  const answers = await user.ask(questions, until).catch((error: unknown) => {
    if (isLate()) return undefined;
    if (signal.aborted) throw new ToolFailure("Ask input was cancelled", { kind: "aborted" });
    throw error;
  });
  if (answers !== undefined) return answers;
  if (isLate()) return questions.map(suggestedAnswer);
  throw new ToolFailure("Ask tool was cancelled by the user");
}

function sentence({ selected, custom }: UserAnswer): string {
  const parts = [
    ...(selected.length > 0 ? [`User selected: ${selected.join(", ")}`] : []),
    ...(custom === undefined ? [] : [`User provided custom input: ${custom}`]),
  ];
  return parts.length === 0 ? "User selected: (nothing)" : parts.join("\n");
}

function words({ selected, custom }: UserAnswer): string {
  const said = [...selected, ...(custom === undefined ? [] : [`"${custom}"`])];
  return said.length === 0 ? "(nothing)" : said.join(", ");
}
