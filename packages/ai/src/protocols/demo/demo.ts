// The model `demo/tour`: answers from a script inside omp, without any network. It is what omp starts on
// when no other model can be reached, and says so.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { LocalProtocol } from "../../model/protocol-registry.ts";
import type { ChatRequest } from "../../model/request.ts";
import { type DemoReply, nextReply } from "./tour-script.ts";

/** The one demo model. */
export const DEMO_MODEL: Model = {
  id: "tour",
  name: "Demo tour (scripted, not an AI)",
  api: "demo",
  provider: "demo",
  baseUrl: "",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 8192,
};

/** Says the reply word by word; `paceMs` between words makes it readable while it streams. */
export async function respondAsDemo(
  request: ChatRequest,
  out: MessageBuilder,
  signal: AbortSignal,
): Promise<void> {
  const paceMs = Number(request.options.metadata?.["paceMs"] ?? 0);
  const reply = nextReply(request);
  out.start(`demo-${request.messages.length}`);
  let block = 0;
  if (reply.thinking !== undefined) {
    for await (const word of words(reply.thinking, paceMs, signal)) out.thinking(block, word);
    out.close(block++);
  }
  for await (const word of words(reply.text, paceMs, signal)) out.text(block, word);
  out.close(block++);
  callTools(reply, out, block);
  out.usage({
    input: estimate(JSON.stringify(request.messages)),
    output: estimate(JSON.stringify(reply)),
  });
  out.finish(reply.calls.length > 0 ? "toolUse" : "stop");
}

function callTools(reply: DemoReply, out: MessageBuilder, firstKey: number): void {
  for (const [index, call] of reply.calls.entries()) {
    const key = firstKey + index;
    out.toolCall(key, { id: `demo_${out.message.responseId ?? ""}_${index}`, name: call.name });
    out.toolArguments(key, JSON.stringify(call.arguments));
    out.close(key);
  }
}

async function* words(text: string, paceMs: number, signal: AbortSignal): AsyncGenerator<string> {
  for (const word of text.split(/(?<=\s)/)) {
    signal.throwIfAborted();
    yield word;
    if (paceMs > 0) await Bun.sleep(paceMs);
  }
}

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

const demo: LocalProtocol = { api: "demo", respond: respondAsDemo };

export default demo;
