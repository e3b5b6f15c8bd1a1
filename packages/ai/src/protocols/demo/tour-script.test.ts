// The tour is a real run: played against real files and a real shell it finds the failing test and fixes
// it, with an edit tool or without; everything else gets an honest answer.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "../../model/message.ts";
import type { ChatRequest } from "../../model/request.ts";
import { DEMO_MODEL } from "./demo.ts";
import { TOUR_FILES } from "./tour-files.ts";
import { nextReply, TOUR_METADATA } from "./tour-script.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "omp-tour-"));
  for (const [name, text] of Object.entries(TOUR_FILES)) writeFileSync(join(directory, name), text);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const userMessage: Message = { role: "user", content: "hi", timestamp: 1 };
const request = (messages: Message[], tools: string[], isTour = true): ChatRequest => ({
  model: DEMO_MODEL,
  system: [],
  messages,
  tools: tools.map((name) => ({ name, description: "", parameters: {} })),
  options: isTour ? { metadata: TOUR_METADATA } : {},
});

/** Plays the whole run with plain stand-ins for the three tools over the real files and shell. */
function play(tools: string[]): { messages: Message[]; text: string; used: string[] } {
  const messages: Message[] = [userMessage];
  const used: string[] = [];
  for (;;) {
    const reply = nextReply(request(messages, tools));
    const content = [
      { type: "text" as const, text: reply.text },
      ...reply.calls.map((call, index) => ({
        type: "toolCall" as const,
        id: `${messages.length}.${index}`,
        ...call,
      })),
    ];
    messages.push(assistant(content));
    if (reply.calls.length === 0) return { messages, text: reply.text, used };
    for (const call of content) {
      if (call.type !== "toolCall") continue;
      used.push(call.name);
      const { text, isError } = runTool(call.name, call.arguments);
      messages.push({
        role: "toolResult",
        toolCallId: call.id,
        toolName: call.name,
        content: [{ type: "text", text }],
        isError,
        timestamp: 1,
      });
    }
  }
}

function assistant(content: Extract<Message, { role: "assistant" }>["content"]): Message {
  const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    role: "assistant",
    content,
    api: "demo",
    provider: "demo",
    model: "tour",
    usage: { ...zero, totalTokens: 0, cost: { ...zero, total: 0 } },
    stopReason: "stop",
    timestamp: 1,
  };
}

function runTool(name: string, args: Record<string, unknown>): { text: string; isError: boolean } {
  if (name === "bash") {
    const { stdout, exitCode } = Bun.spawnSync(["sh", "-c", String(args["command"])], {
      cwd: directory,
    });
    return { text: stdout.toString(), isError: exitCode !== 0 };
  }
  if (name === "read") {
    const path = String(args["path"]);
    const lines = readFileSync(join(directory, path), "utf8").split("\n");
    return {
      text: [`¶${path}#abcd`, ...lines.map((line, index) => `${index + 1}:${line}`)].join("\n"),
      isError: false,
    };
  }
  const [header, edit] = String(args["input"]).split("\n") as [string, string];
  const path = join(directory, /^¶(\S+)#/.exec(header)?.[1] ?? "");
  const [, line, text] = /^(\d+):(.*)$/.exec(edit) as RegExpExecArray;
  const lines = readFileSync(path, "utf8").split("\n");
  lines[Number(line) - 1] = text as string;
  writeFileSync(path, lines.join("\n"));
  return { text: "Updated", isError: false };
}

const runTest = (): number => Bun.spawnSync(["sh", "test.sh"], { cwd: directory }).exitCode;

describe("the tour", () => {
  test("starts from a project whose test fails", () => expect(runTest()).not.toBe(0));

  test("fixes it through the edit tool", () => {
    const { text, used } = play(["read", "bash", "edit"]);
    expect(used).toEqual(["read", "bash", "read", "edit", "bash"]);
    expect(text).toStartWith("**Fixed.**");
    expect(runTest()).toBe(0);
  });

  test("fixes it through the shell where there is no edit tool", () => {
    const { text, used } = play(["read", "bash"]);
    expect(used).toEqual(["read", "bash", "read", "bash", "bash"]);
    expect(text).toStartWith("**Fixed.**");
    expect(runTest()).toBe(0);
  });

  test("does not claim a fix that did not happen", () => {
    const { messages } = play(["read", "bash", "edit"]);
    const last = messages.findLast((message) => message.role === "toolResult");
    const failing = messages.map((message) =>
      message === last
        ? { ...message, isError: true, content: [{ type: "text" as const, text: "FAIL x" }] }
        : message,
    );
    expect(nextReply(request(failing.slice(0, -1), ["read", "bash", "edit"])).text).toStartWith(
      "I could not finish",
    );
  });
});

describe("everything else", () => {
  test("outside the tour it says what it is and how to connect a model", () => {
    const reply = nextReply(request([userMessage], ["read", "bash"], false));
    expect(reply.calls).toEqual([]);
    expect(reply.text).toContain("not an AI model");
    expect(reply.text).toContain("ANTHROPIC_API_KEY");
  });

  test("a second prompt gets the same honest answer", () => {
    const { messages } = play(["read", "bash"]);
    expect(nextReply(request([...messages, userMessage], ["read", "bash"])).calls).toEqual([]);
  });
});
