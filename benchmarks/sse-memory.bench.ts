// Growth of memory while an answer of 200,000 deltas (58 MB) is read from a socket and decoded, in a fresh
// process, against the bar itself.
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";

const MAX_MB = 30;
const bun = join(import.meta.dir, "../scripts/bun");
const script = (name: string): string => join(import.meta.dir, name);

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const utf8 = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += utf8.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}

const sseMemory: Benchmark = {
  name: "sse-memory",
  about: `growth of RSS while 200,000 deltas are decoded, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 7,
  bar: 1,
  setUp: async () => {
    const server = Bun.spawn([bun, script("sse-server.ts")], { stdout: "pipe" });
    const address = await firstLine(server.stdout);
    return {
      subject: async () => {
        const child = Bun.spawn([bun, script("sse-memory.ts"), address], { stdout: "pipe" });
        const printed = await firstLine(child.stdout);
        if ((await child.exited) !== 0) throw new Error("the stream could not be decoded");
        return Number(printed);
      },
      reference: async () => MAX_MB,
      [Symbol.asyncDispose]: async () => {
        server.kill();
        await server.exited;
      },
    };
  },
};
export default sseMemory;
