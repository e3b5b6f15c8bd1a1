// CPU of 200,000 streamed deltas (58 MB) from bytes to unified events, against cutting the same bytes into
// events with eventsource-parser and doing nothing with them.
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { createParser } from "eventsource-parser";
import type { Benchmark } from "./benchmark.ts";
import { aChatRequest } from "./chat-request.ts";

const DELTAS = 200_000;
const CHUNK_BYTES = 64 * 1024;
const EVENT = `data: ${JSON.stringify({
  id: "chatcmpl-9f9d90210f194076abeee223863eaaf0",
  object: "chat.completion.chunk",
  created: 1_764_296_393,
  model: "gpt-x-2026-01-01",
  service_tier: "default",
  system_fingerprint: "fp_e8236260a9",
  choices: [{ index: 0, delta: { content: " word1" }, logprobs: null, finish_reason: null }],
})}\n\n`;
const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

function makeChunks(): Uint8Array[] {
  const perChunk = Math.floor(CHUNK_BYTES / EVENT.length);
  const chunk = new TextEncoder().encode(EVENT.repeat(perChunk));
  const count = Math.ceil(DELTAS / perChunk);
  return [...Array.from({ length: count }, () => chunk.slice()), new TextEncoder().encode(END)];
}

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

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
    const chunks = makeChunks();
    return {
      subject: () =>
        cpuMs(async () => {
          const stream = streamChat(aChatRequest("openai-completions"), {
            fetch: async () => new Response(bodyOf(chunks)),
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
