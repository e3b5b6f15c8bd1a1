// A model on this machine that says what it is told to and keeps what it was sent: proofs need no key, no network and no money.

/** What it answers with: words, a call of a tool, or nothing for as long as it is asked. */
export type PretendAnswer =
  | { readonly text: string }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | "silence";

export interface PretendModel extends AsyncDisposable {
  readonly url: string;
  /** Every request as it came. */
  readonly bodies: readonly string[];
  /** For the next requests, in order; after them it says "ok". */
  answer(...answers: readonly PretendAnswer[]): void;
}

/** Starts it on the loopback, at any free port. */
export function startPretendModel(): PretendModel {
  const bodies: string[] = [];
  const waiting: PretendAnswer[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      bodies.push(await request.text());
      const answer = waiting.shift() ?? { text: "ok" };
      const headers = { "content-type": "text/event-stream" };
      if (answer === "silence") return new Response(new ReadableStream(), { headers });
      return new Response(eventStream(answer, bodies.length), { headers });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    bodies,
    answer: (...answers) => void waiting.push(...answers),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function eventStream(answer: Exclude<PretendAnswer, "silence">, number: number): string {
  const isCall = "tool" in answer;
  const block = isCall
    ? { type: "tool_use", id: `toolu_${number}`, name: answer.tool, input: {} }
    : { type: "text", text: "" };
  const delta = isCall
    ? { type: "input_json_delta", partial_json: JSON.stringify(answer.args) }
    : { type: "text_delta", text: answer.text };
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const stop = { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: stop, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
