// A response is read at the pace of whoever consumes its events.
import { describe, expect, test } from "bun:test";
import { streamChat } from "./stream.ts";
import { delta, OPEN, requestTo, START, STOP, until } from "./testing/anthropic-wire.ts";
import { ManualClock } from "./testing/wire-server.ts";

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
          if (pulls === 1) controller.enqueue(utf8.encode(START + OPEN));
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
    const stream = streamChat(requestTo("http://localhost"), {
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

  test("and to the end when only the result is wanted", async () => {
    const { body, pulls } = countedBody();
    const message = await streamChat(requestTo("http://localhost"), {
      fetch: async () => new Response(body),
    }).result();
    expect(message.stopReason).toBe("stop");
    expect(pulls()).toBeGreaterThan(pieces);
  });

  test("a slow consumer is not the provider's silence", async () => {
    const clock = new ManualClock();
    const { body, pulls } = countedBody();
    const stream = streamChat(requestTo("http://localhost"), {
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
