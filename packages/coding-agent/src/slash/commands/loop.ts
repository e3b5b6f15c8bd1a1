// The `/loop` command: says the same message again and again, a number of times or for a while.
import { defineSlashCommand } from "../slash-command.ts";
import { runLoop } from "../run-loop.ts";

const LIMIT = /^(?:(\d+)(s|m|h)?)(?:\s+|$)/;
const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

export default defineSlashCommand({
  name: "loop",
  summary: "Say the same message again and again; Esc ends it",
  usage: "[rounds|10m] [message]",
  async run(argument, port) {
    const [head = "", number, unit] = LIMIT.exec(argument) ?? [];
    const amount = number === undefined ? undefined : Number(number);
    if (amount === 0) return port.reply("A loop of nothing is over already.");
    const message = argument.slice(head.length).trim() || (await lastMessage(port));
    if (message === undefined)
      return port.reply("What shall be said? /loop [rounds|10m] <message>");
    const isTime = unit !== undefined && amount !== undefined;
    await runLoop(message, port, {
      rounds: amount !== undefined && !isTime ? amount : Number.POSITIVE_INFINITY,
      untilMs: isTime
        ? port.host.now() + amount * UNIT_MS[unit as keyof typeof UNIT_MS]
        : Number.POSITIVE_INFINITY,
    });
  },
});

async function lastMessage({
  sessions,
}: Parameters<NonNullable<typeof runLoop>>[1]): Promise<string | undefined> {
  const { messages } = (await sessions.send({ type: "get_branch_messages" })) as {
    messages: readonly { text: string }[];
  };
  return messages.at(-1)?.text;
}
