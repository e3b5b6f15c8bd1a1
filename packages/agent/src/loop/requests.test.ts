// LOOP-10, LOOP-12 to LOOP-14 and G3: what a model is asked, and that it only grows.
import { describe, expect, test } from "bun:test";
import type { Message } from "@oh-my-pi/pi-ai/message";
import { scriptedModel, type Script, testModel, user } from "../fixtures/scripted-stream.ts";
import { resultTexts, runScript, tool } from "../fixtures/test-tools.ts";
import type { LiveContext } from "./config.ts";
import { checkHistory } from "./history-check.ts";
import type { AgentMessage } from "./message.ts";
import type { PrefixBreak } from "./request-prefix.ts";
import { ToolChoiceQueue } from "./tool-choice-queue.ts";

const done: Script = [{ text: "done" }];
const note = { role: "note", text: "for people only", timestamp: 0 };
const custom = note as object as AgentMessage;

/** Every request's messages begin with those of the one before, as objects and as bytes. */
function expectStablePrefix(requests: ReturnType<typeof scriptedModel>["requests"]): void {
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (before === undefined) continue;
    for (const part of ["system", "tools", "messages"] as const) {
      const bytes = JSON.stringify(before[part]).slice(0, -1);
      expect(JSON.stringify(request[part])).toStartWith(bytes);
    }
  }
}

describe("a request", () => {
  test("never holds a custom role, and holds everything else in order", async () => {
    const model = scriptedModel([[{ call: "a" }], done]);
    const { messages } = await runScript(model.stream, {
      prompts: [user("one"), custom, user("two")],
      tools: [tool("a")],
    });
    expect(messages.map((message) => message.role as string)).toContain("note");
    for (const { messages: sent } of model.requests) {
      expect(sent.map((message) => message.role as string)).not.toContain("note");
      expect(checkHistory(sent)).toEqual([]);
    }
  });

  test("is converted by the application's rule, each message once", async () => {
    const converted: string[] = [];
    const model = scriptedModel([[{ call: "a" }], [{ call: "a" }], done]);
    await runScript(model.stream, {
      prompts: [user("one"), custom],
      tools: [tool("a", () => `${converted.length}`)],
      convertToLlm: (messages) => {
        converted.push(...messages.map((message) => message.role as string));
        return messages.map((message) =>
          (message.role as string) === "note" ? user("noted") : (message as Message),
        );
      },
    });
    expect(converted).toEqual([
      "user",
      "note",
      "assistant",
      "toolResult",
      "assistant",
      "toolResult",
    ]);
    expect(model.requests[0]?.messages).toEqual([user("one"), user("noted")]);
    expect(model.requests[2]?.messages).toHaveLength(6);
  });

  test("goes through transformContext before custom roles disappear", async () => {
    const seen: string[][] = [];
    const model = scriptedModel([[{ call: "a" }], done]);
    await runScript(model.stream, {
      prompts: [custom, user("long"), user("short")],
      tools: [tool("a")],
      transformContext: (messages) => {
        seen.push(messages.map((message) => message.role as string));
        return messages.filter((message) => !JSON.stringify(message).includes("long"));
      },
    });
    expect(seen[0]).toEqual(["note", "user", "user"]);
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
    expectStablePrefix(model.requests);
  });

  test("follows a transform that changes what was sent before", async () => {
    const model = scriptedModel([[{ call: "a" }], [{ call: "b" }], done]);
    let rounds = 0;
    await runScript(model.stream, {
      tools: [tool("a"), tool("b")],
      transformContext: (messages) =>
        ++rounds < 3 ? messages : [user("summary"), ...messages.slice(-2)],
    });
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 3]);
    expect(model.requests[2]?.messages[0]).toEqual(user("summary"));
    expect(checkHistory(model.requests[2]!.messages)).toEqual([]);
  });

  test("asks with options resolved for each request", async () => {
    const model = scriptedModel([[{ call: "a" }], done]);
    await runScript(model.stream, {
      tools: [tool("a")],
      requestOptions: async ({ step, model: asked }) => ({
        metadata: { token: `${asked.id}-${step}` },
        effort: "low",
      }),
    });
    expect(model.requests.map(({ options }) => options)).toEqual([
      { metadata: { token: "m-1" }, effort: "low" },
      { metadata: { token: "m-2" }, effort: "low" },
    ]);
  });

  test("asks for an intent in every schema when traced", async () => {
    for (const intentTracing of [true, false]) {
      const model = scriptedModel([done]);
      await runScript(model.stream, { tools: [tool("a")], intentTracing });
      const { properties } = model.requests[0]!.tools[0]!.parameters;
      expect("_i" in (properties as object)).toBe(intentTracing);
    }
  });
});

describe("the prefix of requests", () => {
  test("only grows while a run lasts, whatever the application does (G3)", async () => {
    const a = tool("a");
    const live: LiveContext[] = [
      { system: ["s1"], tools: [a] },
      { system: ["s1", "s2"], tools: [tool("late"), a] }, // grown, in another order
      { system: ["changed", "s2"], tools: [tool("late")] }, // a segment changed, a tool gone
      { system: ["s1", "s2", "s3"], tools: [tool("late"), tool("more")] },
    ];
    const breaks: PrefixBreak[] = [];
    const call: Script = [{ call: "a" }];
    const model = scriptedModel([call, [{ call: "late" }], call, done]);
    let round = 0;
    const { messages } = await runScript(model.stream, {
      context: { system: ["s1"] },
      tools: [a],
      refresh: () => live[round++]!,
      reports: { onPrefixBreak: (broken) => breaks.push(broken) },
    });
    expectStablePrefix(model.requests);
    expect(model.requests.map(({ system }) => system)).toEqual([
      ["s1"],
      ["s1", "s2"],
      ["s1", "s2"],
      ["s1", "s2", "s3"],
    ]);
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ["a"],
      ["a", "late"],
      ["a", "late"],
      ["a", "late", "more"],
    ]);
    expect(breaks.map(({ segment, change }) => `${segment} ${change}`)).toEqual([
      "system[0] changed",
      "tool:a removed",
      "tool:a removed",
    ]);
    expect(resultTexts(messages)).toEqual(["a: a done", "late: late done", "a: Tool a not found"]);
  });

  test("keeps its arrays while nothing is added", async () => {
    const arrays: unknown[] = [];
    const { stream } = scriptedModel([[{ call: "a" }], done]);
    const tools = [tool("a")];
    const system = ["s"];
    await runScript(
      (request, call) => {
        arrays.push(request.system, request.tools);
        return stream(request, call);
      },
      { tools, context: { system }, refresh: () => ({ system: [...system], tools: [...tools] }) },
    );
    expect(arrays[0]).toBe(arrays[2]);
    expect(arrays[1]).toBe(arrays[3]);
  });

  test("follows a change of the model", async () => {
    const other = { ...testModel, id: "other" };
    const model = scriptedModel([[{ call: "a" }], done]);
    const tools = [tool("a")];
    let round = 0;
    const { report } = await runScript(model.stream, {
      tools,
      refresh: () => ({ system: ["s"], tools, model: round++ === 0 ? testModel : other }),
    });
    expect(model.requests.map(({ model: asked }) => asked.id)).toEqual(["m", "other"]);
    expect(report.coverage.modelsUsed).toEqual(["m", "other"]);
  });
});

describe("forced choices", () => {
  test("force one request each, in order, and stay current while their calls run", async () => {
    const toolChoices = new ToolChoiceQueue<string>();
    toolChoices.push({ choice: { tool: "b" }, payload: "second" });
    toolChoices.push({ choice: { tool: "a" }, payload: "first" }, { isNext: true });
    toolChoices.push({ choice: { tool: "missing" } });
    const payloads: unknown[] = [];
    const seen = (name: string) =>
      tool(name, () => {
        payloads.push(toolChoices.current?.payload);
        return name;
      });
    const model = scriptedModel([[{ call: "a" }], [{ call: "b" }], done]);
    await runScript(model.stream, { toolChoices, tools: [seen("a"), seen("b")] });
    expect(model.requests.map(({ options }) => options.toolChoice)).toEqual([
      { tool: "a" },
      { tool: "b" },
      undefined,
    ]);
    expect(payloads).toEqual(["first", "second"]);
    expect(toolChoices.length).toBe(0);
  });

  test("that the model ignores are dropped, or come back when asked to", async () => {
    for (const answer of ["drop", "requeue"] as const) {
      const toolChoices = new ToolChoiceQueue();
      toolChoices.push({ choice: { tool: "a" }, onRejected: () => answer });
      const model = scriptedModel([[{ call: "b" }], [{ call: "a" }], done]);
      await runScript(model.stream, { toolChoices, tools: [tool("a"), tool("b")] });
      expect(model.requests[1]?.options.toolChoice).toEqual(
        answer === "drop" ? undefined : { tool: "a" },
      );
    }
  });

  test("outlive a request that failed", async () => {
    const toolChoices = new ToolChoiceQueue();
    toolChoices.push({ choice: { tool: "a" } });
    await runScript([[{ fail: { kind: "server", message: "x", retryable: true } }]], {
      toolChoices,
      tools: [tool("a")],
    });
    expect(toolChoices.length).toBe(1);
  });
});
