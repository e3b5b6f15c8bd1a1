// CPU of 200,000 streamed deltas (58 MB) from bytes to unified events, against cutting the same bytes into
// events with eventsource-parser and doing nothing with them.
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { createParser } from "eventsource-parser";
import type { Benchmark } from "./benchmark.ts";
import { aChatRequest } from "./chat-request.ts";
import { bodyOf, chunksOf, DELTAS } from "./sse-stream.ts";

async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const sseDecode: Benchmark = {
  name: "sse-decode",
  about: "200,000 deltas to unified events against eventsource-parser alone, CPU",
  unit: "ms",
  rounds: 9,
  bar: 3,
  setUp: async () => {
    const chunks = [...chunksOf(DELTAS)];
    return {
      subject: () =>
        cpuMs(async () => {
          const stream = streamChat(aChatRequest("openai-completions"), {
            fetch: async () => new Response(bodyOf(chunks.values())),
          });
          let length = 0;
          for await (const event of stream) if ("delta" in event) length += event.delta.length;
          if (length < DELTAS * 6) throw new Error(`only ${length} characters came`);
        }),
      reference: () =>
        cpuMs(async () => {
          let events = 0;
          const parser = createParser({ onEvent: () => void events++ });
          const utf8 = new TextDecoder();
          for (const chunk of chunks) parser.feed(utf8.decode(chunk, { stream: true }));
          if (events < DELTAS) throw new Error(`only ${events} events came`);
        }),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default sseDecode;
