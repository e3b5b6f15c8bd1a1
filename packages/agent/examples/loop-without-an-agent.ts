// The loop by itself, over messages that the caller keeps, with a model that is not one: anything that gives
// an `AssistantStream` will do.
import { agentLoopDetailed } from "@oh-my-pi/pi-agent-core/agent-loop";
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/event";
import { MessageBuilder } from "@oh-my-pi/pi-ai/message-builder";
import { z } from "zod";
import { exampleModel } from "./example-model.ts";

const add = defineTool({
  name: "add",
  description: "Adds two numbers",
  parameters: z.object({ a: z.number(), b: z.number() }),
  tier: "read",
  run: (_context, { a, b }) => String(a + b),
});

/** Calls the tool once, then reads its result out. */
const stream: StreamFunction = (request) => {
  const events: AssistantMessageEvent[] = [];
  const now = (): number => Date.now();
  const builder = new MessageBuilder({
    model: request.model,
    startedAtMs: now(),
    now,
    emit: (event) => events.push(event),
  });
  const last = request.messages.at(-1);
  if (last?.role === "toolResult") {
    const [block] = last.content;
    builder.text(0, `It is ${block?.type === "text" ? block.text : "unknown"}.`);
  } else {
    builder.toolCall(0, { id: "call-1", name: "add" });
    builder.toolArguments(0, '{"a": 2, "b": 3}');
  }
  builder.finish("stop");
  return {
    async *[Symbol.asyncIterator]() {
      yield* events;
    },
    result: async () => builder.message,
  };
};

const run = agentLoopDetailed(
  [{ role: "user", content: "How much is 2 + 3?", timestamp: Date.now() }],
  { system: [], messages: [], tools: [add] },
  { model: exampleModel, stream, toolHost: createToolHost({ policy: allowAll }) },
);
for await (const event of run) console.log(event.type);
const { messages, summary, coverage } = await run.detailed();
console.log(messages.length, summary.steps, coverage.toolsInvoked);
