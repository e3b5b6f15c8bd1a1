// Turns of the agent loop with one trivial tool and a model that answers at once, timed in processor time.
import { agentLoop } from "@oh-my-pi/pi-agent-core/agent-loop";
import type { Model, StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/event";
import type { Message } from "@oh-my-pi/pi-ai/message";
import { MessageBuilder } from "@oh-my-pi/pi-ai/message-builder";

/** A model that answers at once. */
export const model: Model = {
  id: "instant",
  name: "Instant",
  api: "demo",
  provider: "bench",
  baseUrl: "http://127.0.0.1",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 8000,
};

export const echo = defineTool({
  name: "echo",
  description: "Says it again",
  parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  tier: "read",
  run: (_context, { n }) => String(n),
});

/** Milliseconds of processor time per turn, over `turns` turns after a history of `messages` messages. */
export async function timeTurns(messages: number, turns: number): Promise<number> {
  let asked = 0;
  let started: NodeJS.CpuUsage | undefined;
  let spent: NodeJS.CpuUsage | undefined;
  const stream: StreamFunction = ({ model: answering }) => {
    // the first turn converts the history, which happens once
    if (asked === 1) started = process.cpuUsage();
    if (asked === turns + 1) spent = process.cpuUsage(started);
    asked++;
    return answer(answering, asked <= turns + 1 ? asked : undefined);
  };
  const run = agentLoop(
    [{ role: "user", content: "go", timestamp: 0 }],
    { system: ["Be brief."], messages: pastOf(messages), tools: [echo] },
    { model, stream, toolHost: createToolHost({ policy: allowAll }) },
  );
  for await (const event of run) void event;
  if (spent === undefined) throw new Error("The run ended early.");
  return (spent.user + spent.system) / 1000 / turns;
}

/** One answer: a call of `echo`, or the end of the run. */
export function answer(answering: Model, call: number | undefined): ReturnType<StreamFunction> {
  const events: AssistantMessageEvent[] = [];
  const builder = new MessageBuilder({
    model: answering,
    startedAtMs: 0,
    now: () => 0,
    emit: (event) => events.push(event),
  });
  if (call === undefined) builder.text(0, "done");
  else {
    builder.toolCall(0, { id: `turn-${call}`, name: "echo" });
    builder.toolArguments(0, `{"n":${call}}`);
  }
  builder.finish("stop");
  return {
    async *[Symbol.asyncIterator]() {
      yield* events;
    },
    result: async () => builder.message,
  };
}

function pastOf(count: number): Message[] {
  const usage = {
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 2,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
  return Array.from({ length: count }, (_, index): Message => {
    if (index % 2 === 0) return { role: "user", content: `question ${index}`, timestamp: 0 };
    return {
      role: "assistant",
      content: [{ type: "text", text: `answer ${index}` }],
      api: model.api,
      provider: model.provider,
      model: model.id,
      usage,
      stopReason: "stop",
      timestamp: 0,
    };
  });
}
