// The `/usage` command: tokens and cost of this session, by model.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { defineSlashCommand } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "usage",
  summary: "Tokens and cost of this session",
  run(_, { sessions: { current }, reply }) {
    const { log } = current;
    const answers = log.path().flatMap((ref) => {
      const entry = ref.type === "message" ? log.read(ref) : undefined;
      return entry?.type === "message" && entry.message.role === "assistant" ? [entry.message] : [];
    });
    if (answers.length === 0) return reply("Nothing was used yet.");
    const byModel = Map.groupBy(answers, ({ provider, model }) => `${provider}/${model}`);
    const rows = [...byModel].map(([model, each]) => [model, ...totals(each)]);
    const sum = byModel.size > 1 ? [["all", ...totals(answers)]] : [];
    const head = ["model", "answers", "in", "out", "cache read", "cache write", "cost"];
    reply(textTable([head, ...rows, ...sum]).join("\n"));
  },
});

function totals(answers: readonly AssistantMessage[]): string[] {
  const sum = (of: (answer: AssistantMessage) => number): number =>
    answers.reduce((total, answer) => total + of(answer), 0);
  return [
    String(answers.length),
    String(sum(({ usage }) => usage.input)),
    String(sum(({ usage }) => usage.output)),
    String(sum(({ usage }) => usage.cacheRead)),
    String(sum(({ usage }) => usage.cacheWrite)),
    `$${sum(({ usage }) => usage.cost.total).toFixed(4)}`,
  ];
}
