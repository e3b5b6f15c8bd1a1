// A long recorded answer as bytes: 200,000 deltas in 58 MB, for benchmarks of decoding.

export const DELTAS = 200_000;
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

/** The bytes in chunks of about 64 KB, each made when it is asked for. */
export function* chunksOf(deltas: number): Generator<Uint8Array> {
  const perChunk = Math.floor(CHUNK_BYTES / EVENT.length);
  const chunk = new TextEncoder().encode(EVENT.repeat(perChunk));
  for (let sent = 0; sent < deltas; sent += perChunk) yield chunk.slice();
  yield new TextEncoder().encode(END);
}

/** The chunks as a body that is read at the reader's pace. */
export function bodyOf(chunks: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
