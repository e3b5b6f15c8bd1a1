// LOOP-09 and EXT-13: every call goes through one pipeline, in one order, to one outcome.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { call, type Run, textOf, toolRunning } from "./fixtures/host-call.ts";
import type { ToolHostOptions } from "./host-options.ts";
import { createToolHost } from "./host.ts";
import { defineNeed } from "./need.ts";
import type { ToolOutcome } from "./outcome.ts";
import { allowAll, intersectPolicies, type ToolPolicy } from "./policy.ts";
import { ToolFailure } from "./tool-failure.ts";

describe("the pipeline", () => {
  test("goes validate, policy, before, start, run, after, spill, record", async () => {
    const order: string[] = [];
    const step = <T>(name: string, value: T): T => (order.push(name), value);
    const outcome = await call(
      toolRunning(() => step("run", "x".repeat(200))),
      {
        policy: () => step("policy", { verdict: "ask" as const }),
        ask: async () => step("ask", { allowed: true as const }),
        beforeToolCall: () => step("before", undefined),
        onStart: () => step("start", undefined),
        afterToolCall: ({ result }) => step("after", { content: result.content }),
        output: {
          limit: { maxBytes: 100, maxLines: 10 },
          spill: async () => step("spill", "artifact://1"),
        },
        record: () => step("record", undefined),
      },
    );
    expect(order).toEqual(["policy", "ask", "before", "start", "run", "after", "spill", "record"]);
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toEndWith(
      "[Showing 100B of 200B (100B limit). Read artifact://1 for full output]",
    );
  });

  test("unknown tool, with the name that was probably meant", async () => {
    const host = createToolHost({ policy: allowAll });
    const invocation = {
      callId: "1",
      name: "serach",
      tool: undefined,
      args: {},
      knownNames: () => ["read", "search"],
    };
    const outcome = await host.call(invocation, new AbortController().signal);
    expect(textOf(outcome)).toBe("Tool serach not found\nDid you mean search?");
    expect(textOf(await call(undefined))).toBe("Tool nosuch not found");
  });

  test.each([
    ["deny", { policy: () => ({ verdict: "deny", reason: "Not here." }) }, "Not here."],
    [
      "ask with nobody to ask",
      { policy: () => ({ verdict: "ask" }) },
      'Tool "demo" requires approval but no interactive UI available.',
    ],
    [
      "ask refused",
      { policy: () => ({ verdict: "ask" }), ask: async () => ({ allowed: false, reason: "No!" }) },
      "No!",
    ],
    [
      "a policy that throws",
      {
        policy: () => {
          throw new Error("policy broke");
        },
      },
      "policy broke",
    ],
    [
      "a question that throws",
      { policy: () => ({ verdict: "ask" }), ask: () => Promise.reject(new Error("ask broke")) },
      "ask broke",
    ],
    ["a blocking hook", { beforeToolCall: () => ({ block: true, reason: "Hook." }) }, "Hook."],
    [
      "a throwing hook",
      {
        beforeToolCall: () => {
          throw new Error("Extension x failed: boom");
        },
      },
      "Extension x failed: boom",
    ],
  ] as [string, Partial<ToolHostOptions>, string][])("%s blocks", async (_, options, text) => {
    let ran = false;
    const starts: string[] = [];
    const outcome = await call(
      toolRunning(() => {
        ran = true;
        return "";
      }),
      { ...options, onStart: () => starts.push("start") },
    );
    expect(outcome).toMatchObject({ status: "blocked", isError: true });
    expect([textOf(outcome), ran, starts.length]).toEqual([text, false, 1]);
  });

  test("asks with tier, reason, details and intent", async () => {
    const questions: unknown[] = [];
    const tool = defineTool({
      name: "sh",
      description: "d",
      parameters: z.object({ command: z.string() }),
      tier: () => ({ tier: "exec", override: true, reason: "Critical pattern detected" }),
      approvalDetails: (args) => `Command: ${args.command}`,
      run: () => "",
    });
    const host = createToolHost({
      policy: ({ approval }) => ({ verdict: approval.override ? "ask" : "allow" }),
      ask: async ({ tool: asked, ...question }) => {
        questions.push({ name: asked.name, ...question });
        return { allowed: true };
      },
    });
    const args = { command: "rm" };
    const invocation = { callId: "1", name: "sh", tool, args, intent: "clean", origin: "eval" };
    await host.call(invocation, new AbortController().signal);
    expect(questions).toEqual([
      {
        name: "sh",
        callId: "1",
        args: { command: "rm" },
        approval: { tier: "exec", override: true, reason: "Critical pattern detected" },
        reason: "Critical pattern detected",
        details: ["Command: rm"],
        intent: "clean",
        origin: "eval",
      },
    ]);
  });

  test("what runs is what the policy saw: nobody in between can change it", async () => {
    const given = { path: "a", deep: [{ n: 1 }] };
    const got: unknown[] = [];
    const tool = toolRunning((_context, args) => {
      got.push(structuredClone(args));
      (args as typeof given).deep[0]!.n = 99;
      return "ok";
    });
    const change = ({ args }: { args: unknown }): void => {
      (args as typeof given).deep[0]!.n = 2;
    };
    const blocked = await call(tool, { args: given, beforeToolCall: change });
    expect([blocked.status, got]).toEqual(["blocked", []]);
    const ran = await call(tool, { args: given, afterToolCall: change });
    expect([ran.status, got]).toEqual(["ok", [{ path: "a", deep: [{ n: 1 }] }]]);
    expect(given.deep[0]?.n).toBe(1);
    const hostile = JSON.parse('{"__proto__": {"polluted": 1}}') as Record<string, unknown>;
    await call(tool, { args: { ...given, nested: hostile } });
    expect((got[1] as { nested: object }).nested).not.toHaveProperty("polluted");
  });

  test("gives what a tool declared to need and nothing else", async () => {
    const files = defineNeed<{ count(): number }>("files");
    const tool = defineTool({
      name: "demo",
      description: "d",
      parameters: z.object({}),
      needs: { files },
      run: ({ needs }) => `${needs.files.count()} of ${Object.keys(needs).join()}`,
    });
    const provide = (need: { name: string }) =>
      need.name === "files" ? { count: () => 7 } : undefined;
    expect(textOf(await call(tool, { provide }))).toBe("7 of files");
    const refused = await call(tool);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toBe('Tool "demo" cannot run here: files is not available.');
  });

  test("a rewriting hook replaces content and may change whether it is an error", async () => {
    const tool = toolRunning(() => {
      throw new ToolFailure("failed", { details: { code: 2 } });
    });
    const seen: unknown[] = [];
    const outcome = await call(tool, {
      afterToolCall: ({ result, isError }) => {
        seen.push([result.details, isError]);
        return { content: [{ type: "text", text: "fine after all" }], isError: false };
      },
    });
    expect(seen).toEqual([[{ code: 2 }, true]]);
    expect(outcome).toMatchObject({ isError: false, status: "ok" });
    expect(outcome.result).toEqual({
      content: [{ type: "text", text: "fine after all" }],
      details: { code: 2 },
    });
  });

  test("a rewriting hook that throws takes nothing away, and is reported", async () => {
    const defects: unknown[] = [];
    const outcome = await call(
      toolRunning(() => "written"),
      {
        afterToolCall: () => Promise.reject(new Error("hook")),
        onDefect: (defect) => defects.push(defect),
      },
    );
    expect([textOf(outcome), outcome.status, defects.length]).toEqual(["written", "ok", 1]);
  });

  test("a policy intersection denies what any denies and asks what any asks", async () => {
    const ask: ToolPolicy = () => ({ verdict: "ask", reason: "a" });
    const deny: ToolPolicy = () => ({ verdict: "deny", reason: "d" });
    const verdictOf = async (...policies: ToolPolicy[]) => {
      const request = {
        tool: toolRunning(() => ""),
        callId: "",
        args: {},
        approval: { tier: "read" },
      };
      const policy = intersectPolicies(...policies);
      return (await policy(request as never, new AbortController().signal)).verdict;
    };
    expect(await verdictOf()).toBe("allow");
    expect(await verdictOf(allowAll, ask)).toBe("ask");
    expect(await verdictOf(ask, allowAll, deny)).toBe("deny");
    expect(await verdictOf(allowAll, allowAll)).toBe("allow");
  });
});

describe("what a tool does", () => {
  test.each([
    ["text", () => "hi", "hi", "ok"],
    ["content blocks", () => [{ type: "text", text: "hi" }], "hi", "ok"],
    ["nothing to say", () => "", "(no output)", "ok"],
    ["an error result", () => ({ content: "bad", isError: true }), "bad", "error"],
    ["undefined", () => undefined, "The tool returned an invalid result: undefined.", "error"],
    [
      "other blocks",
      () => ({ content: [{ type: "video" }] }),
      "The tool returned an invalid result: content blocks that are neither text nor image.",
      "error",
    ],
    [
      "a failure for the model",
      () => {
        throw new ToolFailure("No such file");
      },
      "No such file",
      "error",
    ],
    [
      "a timeout",
      () => {
        throw new ToolFailure("Timed out after 5 s", { kind: "timeout" });
      },
      "Timed out after 5 s",
      "timeout",
    ],
    [
      "a defect",
      () => {
        throw new TypeError("x is not a function");
      },
      "x is not a function",
      "error",
    ],
    [
      "a defect without words",
      () => {
        throw new Error("");
      },
      "Tool execution failed due to an error",
      "error",
    ],
  ] as [string, Run, string, string][])("%s becomes a result", async (_, run, text, status) => {
    const outcome = await call(toolRunning(run));
    expect([textOf(outcome), outcome.status]).toEqual([text, status as ToolOutcome["status"]]);
    expect(outcome.isError).toBe(status !== "ok");
  });

  test("defects are reported, failures are not", async () => {
    const defects: unknown[] = [];
    const onDefect = (defect: unknown): unknown => defects.push(defect);
    const error = new Error("boom");
    await call(
      toolRunning(() => Promise.reject(error)),
      { onDefect },
    );
    await call(
      toolRunning(() => Promise.reject(new ToolFailure("no"))),
      { onDefect },
    );
    expect(defects).toEqual([error]);
  });

  test("details that a log cannot hold are left out and reported", async () => {
    const details: Record<string, unknown> = {};
    details.self = details;
    const defects: unknown[] = [];
    const outcome = await call(
      toolRunning(() => ({ content: "ok", details })),
      { onDefect: (defect) => defects.push(defect) },
    );
    expect(outcome.result).toEqual({ content: [{ type: "text", text: "ok" }], details: {} });
    expect(defects).toHaveLength(1);
  });

  test("any value at all becomes a valid result, and the host never rejects", async () => {
    const block = fc.record({ type: fc.constantFrom("text", "image", "x"), text: fc.anything() });
    const value = fc.oneof(
      fc.anything(),
      fc.array(block),
      fc.record({ content: fc.oneof(fc.anything(), fc.array(block)), details: fc.anything() }),
    );
    await fc.assert(
      fc.asyncProperty(value, fc.boolean(), async (given, throws) => {
        const { result } = await call(
          toolRunning(() => {
            if (throws) throw given;
            return given;
          }),
        );
        expect(result.content.length).toBeGreaterThan(0);
        for (const { type, ...rest } of result.content) {
          expect(["text", "image"]).toContain(type);
          if ("text" in rest) {
            expect(rest.text.isWellFormed()).toBe(true);
            expect(rest.text).not.toBe("");
          }
        }
        expect(() => JSON.stringify(result)).not.toThrow();
      }),
    );
  });

  test("watchers that throw change nothing", async () => {
    const fail = (): never => {
      throw new Error("watcher");
    };
    const outcome = await call(
      toolRunning(({ progress }) => {
        progress({ content: "half" });
        return "whole";
      }),
      { onStart: fail, onUpdate: fail, record: fail, onDefect: fail },
    );
    expect(textOf(outcome)).toBe("whole");
  });
});
