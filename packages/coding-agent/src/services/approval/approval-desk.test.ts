// Questions come one at a time, nobody at the desk means no, and the prompt reads as specified.
import { describe, expect, test } from "bun:test";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import { ApprovalDesk, approvalLines } from "./approval-desk.ts";
import { LeaseBook } from "./lease-book.ts";

const question = (name: string): ApprovalQuestion => ({
  tool: { name } as Tool,
  callId: name,
  args: {},
  approval: { tier: "exec" },
  details: [],
});
const signal = new AbortController().signal;
const vectors: { prompt: string; prompt2: string } = await Bun.file(
  new URL("./fixtures/approval.json", import.meta.url),
).json();

describe("ApprovalDesk", () => {
  test("without anybody there the answer is no", async () => {
    expect(
      await new ApprovalDesk(new LeaseBook("/", () => 0)).ask(question("bash"), signal),
    ).toEqual({ allowed: false });
  });

  test("asks one question at a time, in order", async () => {
    const desk = new ApprovalDesk(new LeaseBook("/", () => 0));
    const open: { name: string; answer: () => void }[] = [];
    desk.attend(({ tool }) => {
      const { promise, resolve } = Promise.withResolvers<{ allowed: true }>();
      open.push({ name: tool.name, answer: () => resolve({ allowed: true }) });
      return promise;
    });
    const answers = [desk.ask(question("a"), signal), desk.ask(question("b"), signal)];
    await Promise.resolve();
    expect(open.map((each) => each.name)).toEqual(["a"]);
    open[0]?.answer();
    await answers[0];
    await Promise.resolve();
    expect(open.map((each) => each.name)).toEqual(["a", "b"]);
    open[1]?.answer();
    expect(await Promise.all(answers)).toEqual([{ allowed: true }, { allowed: true }]);
  });

  test("an aborted call is not asked about", async () => {
    const desk = new ApprovalDesk(new LeaseBook("/", () => 0));
    desk.attend(() => Promise.reject(new Error("must not be asked")));
    expect(await desk.ask(question("a"), AbortSignal.abort())).toEqual({ allowed: false });
  });
});

describe("approvalLines", () => {
  test("the prompts of the described system", () => {
    expect(approvalLines(question("mcp__x_y")).join("\n")).toBe(vectors.prompt);
    const bash = { ...question("bash"), reason: "why", details: ["Command: ls"] };
    expect(approvalLines(bash).join("\n")).toBe(vectors.prompt2);
  });
});
