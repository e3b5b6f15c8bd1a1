// HARM-01 to HARM-07: what is taken for a leak, what is saved of a response, what is told about it.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { AssistantMessage, ToolCall } from "@oh-my-pi/pi-ai/message";
import fc from "fast-check";
import { corpusFile } from "../fixtures/corpora.ts";
import { testModel } from "../fixtures/scripted-stream.ts";
import { failedResponse } from "../loop/synthetic-message.ts";
import { createHarmonyAuditEvent } from "./audit.ts";
import { detectHarmonyLeak } from "./detect.ts";
import vectors from "./fixtures/signals.json";
import { HarmonyGuard } from "./guard.ts";
import { hasEditHeader, recoverFromLeak } from "./recover.ts";
import { detectInMessage, LeakWatch } from "./scan-message.ts";

const text = { kind: "assistant_text", index: 0 } as const;
const argument = { kind: "tool_arg", index: 0 } as const;

function response(content: AssistantMessage["content"]): AssistantMessage {
  const failure = { stopReason: "error", errorMessage: "" } as const;
  return { ...failedResponse(testModel, 0, failure), content, stopReason: "toolUse" };
}

function call(name: string, args: Record<string, unknown>): ToolCall {
  return { type: "toolCall", id: "c", name, arguments: args };
}

describe("detection", () => {
  test.each(vectors)("$text", ({ text: sample, result }) => {
    expect(detectHarmonyLeak(sample, text) ?? null).toEqual(result as never);
  });

  test.each([
    ["a glitch token", "Japgolly to=functions.read", "G"],
    ["a glued channel word", "мҩаԥ_commentary to=functions.eval", "C"],
    ["foreign script in plain code", `${"let a = 1;\n".repeat(5)}}ենց to=functions.edit code`, "S"],
    ["a fake result", "to=functions.eval x code_output\nCell 1:\n{}", "R"],
  ])("by %s", (_, sample, sign) => {
    const classes = detectHarmonyLeak(sample, argument)?.signals[0]?.classes as
      string[] | undefined;
    expect(classes?.[0]).toBe("M");
    expect(classes).toContain(sign);
  });

  test("by a marker after the end of the arguments", () => {
    const sample = '{"a":1} to=functions.read';
    expect(detectHarmonyLeak(sample, argument)).toBeUndefined();
    expect(detectHarmonyLeak(sample, argument, { parsedEnd: 7 })?.signals[0]?.classes).toEqual([
      "M",
      "T",
    ]);
  });

  test.each([
    ["a bare marker", "write to=functions.edit to call it"],
    ["a fenced block", "```\nanalysis to=functions.edit code\n```\n"],
    ["a block still open", "see:\n```text\n<|channel|>analysis"],
    ["inline code", "The token `<|start|>` begins a message."],
    [
      "text in another language",
      "Das Zeichen 標記 to=functions.edit は文書で説明されています。".repeat(4),
    ],
    ["markers far apart", `to=functions.a code ${"x".repeat(300)} to=functions.b`],
  ])("not by %s", (_, sample) => {
    expect(detectHarmonyLeak(sample, text)).toBeUndefined();
  });

  test("in text, thinking and arguments, of which `input` is read as it is", () => {
    const leak = "analysis to=functions.edit code";
    expect(detectInMessage(response([{ type: "text", text: leak }]))?.surface).toEqual(text);
    expect(detectInMessage(response([{ type: "thinking", thinking: leak }]))?.surface.kind).toBe(
      "assistant_thinking",
    );
    const message = response([
      { type: "text", text: "fine" },
      call("edit", { input: `¶a.ts#1234\n${leak}`, path: "x" }),
    ]);
    expect(detectInMessage(message)).toMatchObject({
      surface: { kind: "tool_arg", index: 1 },
      signals: [{ start: 20 }],
    });
    expect(detectInMessage(response([call("x", { deep: [leak] })]))?.surface.kind).toBe("tool_arg");
    expect(detectInMessage(response([call("x", { deep: ["fine"] })]))).toBeUndefined();
  });

  test("while it streams, at the same place however it is cut into pieces", () => {
    const whole = `${"code line\n".repeat(30)}~ }ենց to=functions.edit code  wrong and more text after it`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const watch = new LeakWatch();
        const block = { type: "text" as const, text: "" };
        const message = response([block]);
        for (let at = 0, round = 0; at < whole.length; round++) {
          const delta = whole.slice(at, at + sizes[round % sizes.length]!);
          at += delta.length;
          block.text += delta;
          const found = watch.observe(message, 0, delta);
          if (found === undefined) continue;
          expect(whole.slice(0, found.signals[0]!.start)).toEndWith("ենց ");
          expect(at - found.signals[0]!.start).toBeLessThan(100);
          return;
        }
        throw new Error("not seen");
      }),
    );
  });

  test("while it streams, also by a sign that comes long after the marker", () => {
    const watch = new LeakWatch();
    const block = { type: "text" as const, text: "" };
    const message = response([block]);
    const deltas = ["to=functions.", "eval x", "y".repeat(40), " code_output\n", "Cell 1:"];
    const found = deltas.map((delta) => {
      block.text += delta;
      return watch.observe(message, 0, delta)?.signals[0]?.classes.join("");
    });
    expect(found.filter((classes) => classes !== undefined)).toEqual(["MR"]);
  });

  test("while it streams reads long clean text once, not once per delta", () => {
    const watch = new LeakWatch();
    let reads = 0;
    const block = {
      type: "text" as const,
      get text() {
        reads++;
        return "";
      },
    };
    const message = response([block]);
    for (let delta = 0; delta < 10_000; delta++) watch.observe(message, 0, "clean text ");
    expect(reads).toBe(0);
  });
});

describe("recovery", () => {
  const input = "¶src/a.ts#ab12\n5:new line\n6: }ենց to=functions.edit code wrong\nmore";

  test("cuts the input at the start of the bad line and ends it, for ¶ headers too", () => {
    const leaking = {
      ...response([
        { type: "thinking", thinking: "hm", thinkingSignature: "opaque" },
        { type: "text", text: "Editing." },
        call("edit", { input }),
        call("read", { path: "after" }),
      ]),
      providerPayload: { encrypted: "blob" },
    };
    const recovery = recoverFromLeak(leaking, detectInMessage(leaking)!, (_, given) =>
      hasEditHeader(given),
    );
    expect(recovery?.message.content).toEqual([
      { type: "text", text: "Editing." },
      call("edit", { input: "¶src/a.ts#ab12\n5:new line\n*** Abort\n" }),
    ]);
    expect(recovery?.message.providerPayload).toBeUndefined();
    expect(recovery?.removed).toBe("6: }ենց to=functions.edit code wrong\nmore");
  });

  test.each([
    ["a tool without an abort marker", call("write", { input }), false],
    ["arguments that are not free-form", call("edit", { edits: [input] }), true],
    [
      "nothing before the leak",
      call("edit", { input: "¶a analysis to=functions.edit code" }),
      true,
    ],
  ])("is refused for %s", (_, block, accepts) => {
    const leaking = response([block]);
    expect(recoverFromLeak(leaking, detectInMessage(leaking)!, () => accepts)).toBeUndefined();
  });

  test("twice in a row, then gives up with the signals named; a clean response starts over", () => {
    const events: string[] = [];
    const guard = new HarmonyGuard({
      onLeak: (event) => events.push(`${event.action} ${event.retry}`),
    });
    const recoverable = response([call("edit", { input })]);
    const lost = response([{ type: "text", text: "analysis to=functions.edit code" }]);
    const judge = (message: AssistantMessage) =>
      guard.judge(message, detectInMessage(message)!, (name) => name === "edit").action;
    expect([judge(recoverable), judge(recoverable), judge(recoverable)]).toEqual([
      "truncate_resume",
      "truncate_resume",
      "escalate",
    ]);
    guard.clear();
    expect(guard.temperature(0.2)).toBe(0.2);
    expect(judge(lost)).toBe("abort_retry");
    expect(guard.temperature(0.2)).toBeCloseTo(0.25);
    expect(judge(lost)).toBe("abort_retry");
    expect(guard.temperature(undefined)).toBeCloseTo(1.1);
    const last = guard.judge(lost, detectInMessage(lost)!, () => false);
    expect(last.action === "escalate" && last.text).toContain("signals: M+C");
    expect(events).toEqual([
      "truncate_resume 0",
      "truncate_resume 1",
      "escalate 2",
      "abort_retry 0",
      "abort_retry 1",
      "escalate 2",
    ]);
  });

  test("watches the models known for it, or those it is told", () => {
    const codex = { ...testModel, provider: "openai-codex" };
    expect(new HarmonyGuard().watches(codex)).toBe(true);
    expect(new HarmonyGuard().watches(testModel)).toBe(false);
    expect(new HarmonyGuard({ isTarget: () => true }).watches(testModel)).toBe(true);
  });
});

describe("the audit event", () => {
  const removed = "my secret plan 42 analysis to=functions.edit code and more of the secret";
  const detection = detectHarmonyLeak(removed, text)!;
  const input = { action: "abort_retry", detection, retry: 1, removed } as const;

  test("tells of the leak and nothing of the text", () => {
    const event = createHarmonyAuditEvent({ ...input, keepsRemoved: false });
    expect(event).toMatchObject({
      action: "abort_retry",
      surface: "assistant_text",
      signal: "M+C",
      retry: 1,
      removedLength: removed.length,
    });
    expect(event.removedSha8).toMatch(/^[0-9a-f]{8}$/);
    expect(event.removedPreview.length).toBeLessThanOrEqual(64);
    expect(event.removedPreview).toContain("to=functions.edit");
    expect(event.removedPreview).not.toMatch(/secret|plan|42/);
    expect(event).not.toHaveProperty("removed");
  });

  test("holds the text when debugging was asked for", () => {
    expect(createHarmonyAuditEvent({ ...input, keepsRemoved: true }).removed).toBe(removed);
  });
});

interface Corpus {
  positives: {
    id: string;
    kind: string;
    expectation: string;
    input: string | null;
    argJson: string | null;
  }[];
  negatives: { name: string; input: string }[];
}

const path = corpusFile("harmony/leaks.json");
describe.skipIf(path === undefined)("the corpus", () => {
  const corpus: Corpus =
    path === undefined ? { positives: [], negatives: [] } : JSON.parse(readFileSync(path, "utf8"));

  test.each(corpus.positives)("$id ($kind) is seen, and ends in $expectation", (leak) => {
    const args = leak.input === null ? { edits: leak.argJson } : { input: leak.input };
    const leaking = response([call(leak.kind.split("_")[0]!, args)]);
    const detection = detectInMessage(leaking);
    expect(detection).toBeDefined();
    const accepts = (name: string, input: string): boolean =>
      name === "eval" || hasEditHeader(input);
    const recovery = recoverFromLeak(leaking, detection!, accepts);
    expect(recovery === undefined ? "abort" : "recover").toBe(leak.expectation);
    const kept = (recovery?.message.content[0] as ToolCall | undefined)?.arguments.input;
    if (kept !== undefined) {
      expect(kept).toEndWith("\n*** Abort\n");
      expect(kept).not.toContain("to=functions");
    }
  });

  test.each(corpus.negatives)("$name is left alone", ({ input }) => {
    expect(detectHarmonyLeak(input, argument)).toBeUndefined();
    expect(detectHarmonyLeak(input, text)).toBeUndefined();
  });
});
