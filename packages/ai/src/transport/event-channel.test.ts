// Deltas in quick succession become one event and nothing overtakes anything; a producer that is too
// far ahead is told to wait, and no timer runs while nothing waits.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AssistantMessageEvent } from "../model/event.ts";
import type { AssistantMessage } from "../model/message.ts";
import { emptyUsage } from "../model/usage.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { EventChannel } from "./event-channel.ts";

const partial: AssistantMessage = {
  role: "assistant",
  content: [],
  api: "demo",
  provider: "p",
  model: "m",
  usage: emptyUsage(),
  stopReason: "stop",
  timestamp: 0,
};

function text(delta: string, contentIndex = 0): AssistantMessageEvent {
  return { type: "text_delta", contentIndex, delta, partial };
}
const thinking = (delta: string): AssistantMessageEvent => ({
  type: "thinking_delta",
  contentIndex: 0,
  delta,
  partial,
});
const end: AssistantMessageEvent = { type: "text_end", contentIndex: 0, content: "", partial };

function setUp(mergeWindowMs = 50) {
  const clock = new ManualClock();
  let hasLeft = false;
  const channel = new EventChannel(clock, mergeWindowMs, () => void (hasLeft = true));
  const seen: string[] = [];
  /** Consumes in the background, as a caller does. */
  const consuming = async () => {
    for await (const event of channel) {
      seen.push("delta" in event ? `${event.type}:${event.delta}` : event.type);
    }
  };
  return { clock, channel, seen, consuming, hasLeft: () => hasLeft };
}

/** Lets everything that is ready happen. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe("merging", () => {
  test("the first delta goes out at once, further ones after the window, in one", async () => {
    const { clock, channel, seen, consuming } = setUp();
    const done = consuming();
    channel.push(text("a"));
    await settle();
    expect(seen).toEqual(["text_delta:a"]);
    expect(clock.pending).toBe(0);
    clock.advance(10);
    channel.push(text("b"));
    channel.push(text("c"));
    await settle();
    expect(seen.length).toBe(1);
    clock.advance(39);
    await settle();
    expect(seen.length).toBe(1);
    clock.advance(1);
    await settle();
    expect(seen).toEqual(["text_delta:a", "text_delta:bc"]);
    expect(clock.pending).toBe(0);
    clock.advance(60);
    channel.push(text("d"));
    await settle();
    expect(seen.at(-1)).toBe("text_delta:d");
    channel.close();
    await done;
  });

  test("anything else flushes what was gathered, before itself", async () => {
    const { clock, channel, seen, consuming } = setUp();
    const done = consuming();
    for (const event of [text("a"), text("b"), end, thinking("x"), thinking("y"), text("z", 1)]) {
      channel.push(event);
      await settle();
    }
    expect(clock.pending).toBe(0);
    channel.close();
    await done;
    expect(seen.join(" ")).toBe(
      "text_delta:a text_delta:b text_end thinking_delta:x thinking_delta:y text_delta:z",
    );
  });

  test("a window of nothing keeps every delta", async () => {
    const { clock, channel, seen, consuming } = setUp(0);
    for (const delta of ["a", "b", "c"]) channel.push(text(delta));
    channel.close();
    await consuming();
    expect(seen).toEqual(["text_delta:a", "text_delta:b", "text_delta:c"]);
    expect(clock.pending).toBe(0);
  });

  test("a consumer who lags gets one long delta", async () => {
    const { clock, channel, seen, consuming } = setUp();
    for (const delta of ["a", "b", "c"]) {
      channel.push(text(delta));
      clock.advance(60);
    }
    channel.close();
    await consuming();
    expect(seen).toEqual(["text_delta:abc"]);
  });

  test("events that were given out are not changed afterwards", async () => {
    const { channel } = setUp();
    const given = text("a");
    channel.push(given);
    const { value } = await channel.next();
    channel.push(text("b"));
    channel.close();
    expect(value).toMatchObject({ delta: "a" });
    expect(given).toMatchObject({ delta: "a" });
  });

  test("nothing is lost, doubled or reordered by any timing", async () => {
    const step = fc.oneof(
      fc.constantFrom("a", "b").map((delta) => ({ push: text(delta) })),
      fc.constantFrom("x").map((delta) => ({ push: thinking(delta) })),
      fc.constant({ push: end }),
      fc.nat(80).map((advance) => ({ advance })),
      fc.constant({ settle: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isEager) => {
        const { clock, channel, seen, consuming } = setUp();
        const early = isEager ? consuming() : undefined;
        const wanted: string[] = [];
        for (const each of steps) {
          if ("push" in each) {
            channel.push(each.push);
            wanted.push("delta" in each.push ? each.push.delta : "|");
          } else if ("advance" in each) clock.advance(each.advance);
          else await settle();
        }
        channel.close();
        expect(clock.pending).toBe(0);
        await (early ?? consuming());
        const got = seen.map((event) => (event === "text_end" ? "|" : event.split(":")[1]));
        expect(got.join("")).toBe(wanted.join(""));
      }),
      { numRuns: 300 },
    );
  });
});

describe("pace", () => {
  const big = "x".repeat(300_000);

  test("a producer far ahead waits until the consumer has caught up", async () => {
    const { channel } = setUp();
    expect(channel.room()).toBeUndefined();
    channel.push(text(big));
    const room = channel.room();
    expect(room).toBeDefined();
    let hasRoom = false;
    void room?.then(() => (hasRoom = true));
    await settle();
    expect(hasRoom).toBe(false);
    await channel.next();
    await room;
    expect(channel.room()).toBeUndefined();
  });

  test("many small events count too", () => {
    const { channel } = setUp();
    for (let count = 0; count < 2000; count++) channel.push(end);
    expect(channel.room()).toBeDefined();
  });

  test("who only wants the result is not waited for, unless somebody iterates", async () => {
    const { channel } = setUp();
    channel.push(text(big));
    const room = channel.room();
    channel.liftBound();
    await room;
    expect(channel.room()).toBeUndefined();
    channel[Symbol.asyncIterator]();
    expect(channel.room()).toBeDefined();
  });

  test("closing or leaving frees a waiting producer", async () => {
    const closed = setUp();
    closed.channel.push(text(big));
    const room = closed.channel.room();
    closed.channel.close();
    await room;
    const left = setUp();
    left.channel.push(text(big));
    const other = left.channel.room();
    await left.channel.return();
    await other;
    expect(left.hasLeft()).toBe(true);
    expect(await left.channel.next()).toEqual({ done: true, value: undefined });
  });
});
