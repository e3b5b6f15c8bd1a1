// A response is read at the pace of whoever consumes its events.
import { describe, expect, test } from "bun:test";
import type { AssistantMessage } from "./model/message.ts";
import { streamChat } from "./stream.ts";
import { until } from "./testing/consume.ts";
import { ManualClock } from "./testing/manual-clock.ts";
import { aModel, aRequest, user } from "./testing/requests.ts";

const request = aRequest(aModel({ api: "anthropic-messages" }), [user("hi")]);
const sse = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const START =
  sse({ type: "message_start", message: { id: "msg_1" } }) +
  sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
const delta = (text: string) =>
  sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
const STOP =
  sse({ type: "message_delta", delta: { stop_reason: "end_turn" } }) +
  sse({ type: "message_stop" });

describe("pace", () => {
  const piece = new TextEncoder().encode(delta("y".repeat(60_000)));
  const pieces = 200;

  /** A body that counts how often it is asked for more. */
  function countedBody(): { body: ReadableStream<Uint8Array>; pulls: () => number } {
    let pulls = 0;
    const utf8 = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          if (pulls === 1) controller.enqueue(utf8.encode(START));
          else if (pulls <= pieces + 1) controller.enqueue(piece);
          else {
            controller.enqueue(utf8.encode(STOP));
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
    return { body, pulls: () => pulls };
  }

  /** Waits until a whole turn of the event loop changes nothing. */
  async function standstill(count: () => number): Promise<number> {
    for (let before = -1; ;) {
      if (count() === before) return before;
      before = count();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  test("the body is read no further than the consumer follows", async () => {
    const { body, pulls } = countedBody();
    const stream = streamChat(request, {
      fetch: async () => new Response(body),
    });
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_start");
    expect(await standstill(pulls)).toBeLessThan(10);
    let length = 0;
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if ("delta" in next.value) length += next.value.delta.length;
    }
    expect(length).toBe(pieces * 60_000);
    expect((await stream.result()).stopReason).toBe("stop");
  });

  test("a single chunk of any size is worked off in pieces", async () => {
    const text = START + delta("y".repeat(60_000)).repeat(pieces) + STOP;
    const stream = streamChat(request, { fetch: async () => new Response(text) });
    const events = stream[Symbol.asyncIterator]();
    const { partial } = (await until(events, "text_delta")) as { partial: AssistantMessage };
    const read = () =>
      partial.content.map((part) => ("text" in part ? part.text.length : 0))[0] ?? 0;
    expect(await standstill(read)).toBeLessThan(600_000);
  });

  test("whatever else waits has its turn while bytes never run out", async () => {
    const { body } = countedBody();
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    let turnsWhileReading = 0;
    for await (const event of streamChat(request, { fetch: async () => new Response(body) })) {
      if (!("delta" in event)) continue;
      // Work that takes longer than the bytes take to come.
      for (const end = performance.now() + 2; performance.now() < end;);
      turnsWhileReading = turns;
    }
    clearInterval(timer);
    expect(turnsWhileReading).toBeGreaterThan(5);
  });

  test("and to the end when only the result is wanted", async () => {
    const { body, pulls } = countedBody();
    const message = await streamChat(request, {
      fetch: async () => new Response(body),
    }).result();
    expect(message.stopReason).toBe("stop");
    expect(pulls()).toBeGreaterThan(pieces);
  });

  test("a slow consumer is not the provider's silence", async () => {
    const clock = new ManualClock();
    const { body, pulls } = countedBody();
    const stream = streamChat(request, {
      now: clock.now,
      setTimer: clock.setTimer,
      timeouts: { firstEventMs: 1000, idleMs: 1000 },
      fetch: async () => new Response(body),
    });
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_start");
    await standstill(pulls);
    clock.advance(60_000);
    expect((await until(events, "done")).type).toBe("done");
  });
});
