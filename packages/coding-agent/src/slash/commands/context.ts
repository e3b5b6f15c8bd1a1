// The `/context` command: what fills the model's context.
import { estimateMessage, estimateText } from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import type { ContextMessage } from "../../session/state/context-messages.ts";
import { defineSlashCommand } from "../slash-command.ts";
import { stateOf } from "../session-facts.ts";
import { textTable } from "../text-table.ts";

const BAR_CELLS = 40;

export default defineSlashCommand({
  name: "context",
  summary: "What fills the model's context",
  async run(_, { sessions, reply }) {
    const { systemPrompt, dumpTools, contextUsage } = await stateOf(sessions);
    const { messages } = sessions.current;
    const sizeOf = (roles: readonly ContextMessage["role"][]): number =>
      messages
        .filter(({ role }) => roles.includes(role))
        .reduce((sum, message) => sum + estimateMessage(message), 0);
    const rows: [string, number][] = [
      ["System prompt", estimateText(systemPrompt)],
      ["Tools", estimateText(JSON.stringify(dumpTools))],
      ["Your messages", sizeOf(["user"])],
      ["Answers and calls", sizeOf(["assistant"])],
      ["Tool results", sizeOf(["toolResult", "bashExecution"])],
      ["Summaries and notes", sizeOf(["compactionSummary", "branchSummary", "custom"])],
    ];
    const { tokens, contextWindow, percent } = contextUsage;
    const filled = Math.min(BAR_CELLS, Math.round((percent / 100) * BAR_CELLS));
    reply(
      [
        `${"█".repeat(filled)}${"░".repeat(BAR_CELLS - filled)} ${tokens} of ${contextWindow} tokens (${percent.toFixed(1)} %)`,
        ...textTable(rows.map(([name, size]) => [name, `about ${size}`])),
      ].join("\n"),
    );
  },
});
