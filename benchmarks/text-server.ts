// A model that says 100 MB of Markdown, in a process of its own so that its work is not the measurer's. Prints its
// address.
import { bodyOf } from "./sse-stream.ts";

const TOTAL_BYTES = 100 * 1024 * 1024;
const WORDS =
  "Some words of an answer that goes on with `code` and **bold** text, line after line. ";

const event = (data: { readonly type: string }): Uint8Array =>
  new TextEncoder().encode(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);

function* answer(): Generator<Uint8Array> {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  yield event({ type: "message_start", message } as { type: string });
  yield event({
    type: "content_block_start",
    index: 0,
    content_block: { type: "text", text: "" },
  } as { type: string });
  const delta = { type: "text_delta", text: `${WORDS.repeat(12)}\n\n` };
  const piece = event({ type: "content_block_delta", index: 0, delta } as { type: string });
  for (let sent = 0; sent < TOTAL_BYTES; sent += piece.length) yield piece.slice();
  yield event({ type: "content_block_stop", index: 0 } as { type: string });
  const usage = { output_tokens: 1 };
  yield event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage } as {
    type: string;
  });
  yield event({ type: "message_stop" });
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  fetch: () => new Response(bodyOf(answer()), { headers: { "content-type": "text/event-stream" } }),
});
console.log(server.url.href);
