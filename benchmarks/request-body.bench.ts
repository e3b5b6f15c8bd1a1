// Building, checking and serialising the request of a long conversation with tools, against serialising the
// conversation alone.
import { builtinProtocols } from "@oh-my-pi/pi-ai/builtin-protocols";
import type { Protocol } from "@oh-my-pi/pi-ai/protocol";
import type { Benchmark } from "./benchmark.ts";
import { aChatRequest, aConversation } from "./chat-request.ts";

const API = "anthropic-messages";
const MESSAGES = 2000;
const TOOLS = Array.from({ length: 20 }, (_, index) => ({
  name: `tool_${index}`,
  description: "Reads a file, or the part of it that is asked for.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      lines: { type: "array", items: { type: "integer", minimum: 1 } },
    },
    required: ["path"],
  },
}));
/** Single runs are too short to be timed. */
const REPEAT = 10;

async function timed(work: () => number): Promise<number> {
  const started = performance.now();
  let length = 0;
  for (let count = 0; count < REPEAT; count++) length += work();
  if (length === 0) throw new Error("nothing was serialised");
  return (performance.now() - started) / REPEAT;
}

const requestBody: Benchmark = {
  name: "request-body",
  about: "the request of 2,000 messages against JSON.stringify of them",
  unit: "ms",
  rounds: 25,
  bar: 2,
  setUp: async () => {
    const protocol = (await builtinProtocols[API]?.()) as Protocol;
    await protocol.prepare?.();
    const messages = aConversation(API, MESSAGES);
    const request = { ...aChatRequest(API, undefined, messages), tools: TOOLS };
    return {
      subject: () =>
        timed(() => {
          const body = protocol.body(request);
          if (protocol.validate(body).length > 0) throw new Error("the body is not valid");
          return JSON.stringify(body).length;
        }),
      reference: () => timed(() => JSON.stringify(messages).length + JSON.stringify(TOOLS).length),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default requestBody;
