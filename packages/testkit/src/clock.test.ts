// Time stands still until it is moved, and timers fire in order at their own time.
import { expect, test } from "bun:test";
import { createFakeClock } from "./clock.ts";
import { failureOf } from "./failure-of.ts";

test("timers fire in the order of their time, then of their age", async () => {
  const clock = createFakeClock(1_000);
  const fired: [string, number][] = [];
  const note = (name: string) => () => fired.push([name, clock.now()]);
  clock.setTimeout(note("late"), 30);
  clock.setTimeout(note("early"), 10);
  clock.setTimeout(note("early too"), 10);
  clock.setTimeout(note("never"), 31);
  await clock.advance(30);
  expect(fired).toEqual([
    ["early", 1_010],
    ["early too", 1_010],
    ["late", 1_030],
  ]);
  expect([clock.now(), clock.pendingTimers]).toEqual([1_030, 1]);
});

test("a timer set by a timer, also through a promise, fires in the same advance", async () => {
  const clock = createFakeClock(0);
  const seen: number[] = [];
  const work = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await clock.sleep(10);
      seen.push(clock.now());
    }
  };
  const done = work();
  await clock.advance(25);
  expect(seen).toEqual([10, 20]);
  await clock.advance(5);
  await done;
  expect(seen).toEqual([10, 20, 30]);
});

test("intervals repeat until they are cleared", async () => {
  const clock = createFakeClock(0);
  let ticks = 0;
  const id = clock.setInterval(() => (ticks += 1), 10);
  await clock.advance(35);
  clock.clearTimer(id);
  await clock.advance(100);
  expect([ticks, clock.pendingTimers]).toEqual([3, 0]);
});

test("a sleep can be aborted and leaves no timer behind", async () => {
  const clock = createFakeClock();
  const abort = new AbortController();
  const sleeping = failureOf(clock.sleep(10, abort.signal));
  abort.abort(new Error("enough"));
  expect((await sleeping).message).toBe("enough");
  expect(clock.pendingTimers).toBe(0);
  expect((await failureOf(clock.sleep(1, abort.signal))).message).toBe("enough");
});

test("time does not go back", async () => {
  expect((await failureOf(createFakeClock().advance(-1))).message).toContain("-1 ms");
});
