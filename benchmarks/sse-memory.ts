// Decodes the long answer of a server in a fresh process and prints by how many MB its memory grew at most,
// over what it was after a short answer. Run by sse-memory.bench.ts.
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { aChatRequest } from "./chat-request.ts";
import { DELTAS } from "./sse-stream.ts";

const WARM_UP = 1000;
const SAMPLE_EVENTS = 8;
const server = process.argv[2] ?? "";

async function decode(deltas: number): Promise<number> {
  const stream = streamChat(aChatRequest("openai-completions", `${server}${deltas}`));
  let length = 0;
  let events = 0;
  let peak = 0;
  for await (const event of stream) {
    if ("delta" in event) length += event.delta.length;
    if (events++ % SAMPLE_EVENTS === 0) peak = Math.max(peak, process.memoryUsage.rss());
  }
  if (length < deltas * 6) throw new Error(`only ${length} characters came`);
  return Math.max(peak, process.memoryUsage.rss());
}

await decode(WARM_UP);
Bun.gc(true);
const before = process.memoryUsage.rss();
console.log(((await decode(DELTAS)) - before) / 1e6);
