// LOOP-06 and G8: an abort is always bounded, and partial results come at a bearable rate.
import { describe, expect, test } from "bun:test";
import { ManualClock, settle, until } from "../fixtures/manual-clock.ts";
import { call, type Run, textOf, toolRunning } from "./fixtures/host-call.ts";
import type { ToolRecord } from "./host-options.ts";
import type { ToolOutcome } from "./outcome.ts";
import type { ToolContext } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

describe("an abort", () => {
  const abort = { graceMs: 100, nonAbortableGraceMs: 1000 };

  test("before the run starts means it never does", async () => {
    const controller = new AbortController();
    let ran = false;
    const outcome = await call(
      toolRunning(() => {
        ran = true;
        return "";
      }),
      { signal: controller.signal, beforeToolCall: () => controller.abort() },
    );
    expect([textOf(outcome), outcome.status, ran]).toEqual([
      "Tool execution was aborted",
      "aborted",
      false,
    ]);
  });

  test("reaches the tool, whose last words count", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const waitsAndThrows = (error: Error): Run => {
      return ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(error)));
    };
    const speaking = call(toolRunning(waitsAndThrows(new ToolFailure("half done"))), {
      signal: controller.signal,
      clock,
    });
    const mute = call(toolRunning(waitsAndThrows(new DOMException("aborted", "AbortError"))), {
      signal: controller.signal,
      clock,
    });
    await settle();
    controller.abort();
    expect(textOf(await speaking)).toBe("half done");
    expect((await speaking).status).toBe("aborted");
    expect(textOf(await mute)).toBe("Tool execution was aborted");
  });

  test("gives up on a tool that hangs, and ignores what it does later", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    const updates: unknown[] = [];
    const records: ToolRecord[] = [];
    let after = 0;
    let push: ToolContext["progress"] | undefined;
    let outcome: ToolOutcome | undefined;
    const ended = call(
      toolRunning(({ progress }) => {
        push = progress;
        return promise;
      }),
      {
        signal: controller.signal,
        clock,
        abort,
        onUpdate: (update) => updates.push(update),
        record: (record) => records.push(record),
        afterToolCall: () => void after++,
      },
    ).then((value) => (outcome = value));
    await until(() => push !== undefined, "the tool to run");
    controller.abort();
    await clock.advance(99);
    expect(outcome).toBeUndefined();
    await clock.advance(1);
    await ended;
    expect(outcome).toMatchObject({ status: "aborted", result: { details: { abandoned: true } } });
    push?.({ content: "late" });
    resolve("late");
    await clock.advance(1000);
    expect([updates, records.length, after, clock.sleeping]).toEqual([[], 1, 0, 0]);
  });

  test("gives up on a question that hangs, and the tool does not run when it is answered", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<{ allowed: true }>();
    let ran = false;
    const ended = call(
      toolRunning(() => {
        ran = true;
        return "";
      }),
      {
        signal: controller.signal,
        clock,
        abort,
        policy: () => ({ verdict: "ask" }),
        ask: () => promise,
      },
    );
    await settle();
    controller.abort();
    await clock.advance(100);
    expect((await ended).status).toBe("aborted");
    resolve({ allowed: true });
    await settle();
    expect(ran).toBe(false);
  });

  test("does not reach a tool that must finish, but bounds it too", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    let seen: AbortSignal | undefined;
    const tool = toolRunning(
      ({ signal }) => {
        seen = signal;
        return promise;
      },
      { nonAbortable: true },
    );
    const finishing = call(tool, { signal: controller.signal, clock, abort });
    await until(() => seen !== undefined, "the tool to run");
    controller.abort();
    await clock.advance(999);
    expect(seen?.aborted).toBe(false);
    resolve("written");
    expect(await finishing).toMatchObject({ status: "ok", isError: false });

    const second = new AbortController();
    const hanging = toolRunning(() => new Promise(() => undefined), { nonAbortable: true });
    const bounded = call(hanging, { signal: second.signal, clock, abort });
    await settle();
    second.abort();
    await clock.advance(1000);
    expect((await bounded).status).toBe("aborted");
  });
});

describe("partial results", () => {
  const progress = { intervalMs: 100, tail: { maxBytes: 10, maxLines: 2 } };

  test("come at once, then at most one per interval, the newest first, and none after the end", async () => {
    const clock = new ManualClock();
    const shown: string[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    let push: ToolContext["progress"] = () => undefined;
    const ended = call(
      toolRunning((context) => {
        push = context.progress;
        push({ content: "1" });
        return promise;
      }),
      {
        clock,
        progress,
        onUpdate: (partial) => {
          const [block] = (partial as ToolOutcome["result"]).content;
          shown.push(block?.type === "text" ? block.text : "");
        },
      },
    );
    await settle();
    push({ content: "2" });
    push({ content: "3" });
    expect(shown).toEqual(["1"]);
    await clock.advance(100);
    expect(shown).toEqual(["1", "3"]);
    await clock.advance(500);
    push({ content: "4" });
    push({ content: "5" });
    expect(shown).toEqual(["1", "3", "4"]);
    resolve("end");
    await ended;
    await clock.advance(1000);
    expect(shown).toEqual(["1", "3", "4"]);
  });

  test("may have nothing to show but details", async () => {
    const shown: unknown[] = [];
    await call(
      toolRunning((context) => {
        context.progress({ content: [], details: { phase: "scan" } });
        return "";
      }),
      { onUpdate: (partial) => shown.push(partial) },
    );
    expect(shown).toEqual([{ content: [], details: { phase: "scan" } }]);
  });

  test("are cut to their tail", async () => {
    const shown: unknown[] = [];
    await call(
      toolRunning((context) => {
        context.progress({ content: "line 1\nline 2\nline 3\n", details: { n: 1 } });
        return "";
      }),
      { progress, onUpdate: (partial) => shown.push(partial) },
    );
    expect(shown).toEqual([{ content: [{ type: "text", text: "line 3\n" }], details: { n: 1 } }]);
  });
});
