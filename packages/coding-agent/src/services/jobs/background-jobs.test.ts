// Contract: at most so many jobs, kept for five minutes, delivered with growing pauses until taken, never when watched.
import { describe, expect, test } from "bun:test";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import { BackgroundJobs, type Job } from "./background-jobs.ts";

/** A clock whose sleeps end at once and are written down. */
function quickClock() {
  const slept: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
  return { clock, slept, advance: (ms: number) => void (now += ms) };
}

const done = async () => ({ isOk: true, text: "out" });

function jobsWith(deliver: (job: Job) => Promise<void>, maxJobs = 100) {
  const time = quickClock();
  return {
    ...time,
    jobs: new BackgroundJobs({ clock: time.clock, maxJobs: () => maxJobs, deliver }),
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}

describe("background jobs", () => {
  test("delivery is tried again, ever more slowly", async () => {
    let tries = 0;
    const { jobs, slept } = jobsWith(async () => {
      if (++tries < 9) throw new Error("busy");
    });
    jobs.start({ type: "x", label: "l", run: done });
    await settle();
    expect(tries).toBe(9);
    expect(slept).toEqual([500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  });

  test("no more run than allowed, and the limit is between 1 and 100", () => {
    const never = () => new Promise<never>(() => undefined);
    const { jobs } = jobsWith(async () => undefined, 0);
    jobs.start({ type: "x", label: "l", run: never });
    expect(() => jobs.start({ type: "x", label: "l", run: never })).toThrow("Too many");
    const many = jobsWith(async () => undefined, 5000).jobs;
    for (let count = 0; count < 100; count++) many.start({ type: "x", label: "l", run: never });
    expect(() => many.start({ type: "x", label: "l", run: never })).toThrow("(100)");
  });

  test("an ended job is known for five minutes", async () => {
    const { jobs, advance } = jobsWith(async () => undefined);
    jobs.start({ type: "x", label: "l", run: done });
    await settle();
    advance(5 * 60_000);
    expect(jobs.list()).toHaveLength(1);
    advance(1);
    expect(jobs.list()).toEqual([]);
  });

  test("each owner sees its own", () => {
    const { jobs } = jobsWith(async () => undefined);
    jobs.start({ type: "x", label: "a", owner: "one", run: done });
    jobs.start({ type: "x", label: "b", owner: "two", run: done });
    expect(jobs.list("two").map(({ label }) => label)).toEqual(["b"]);
    expect(jobs.list()).toHaveLength(2);
  });

  test("what throws has failed, and says why", async () => {
    const { jobs } = jobsWith(async () => undefined);
    const job = jobs.start({
      type: "x",
      label: "l",
      run: () => Promise.reject(new Error("broke")),
    });
    await settle();
    expect([job.state, job.output]).toEqual(["failed", "broke"]);
  });
});
