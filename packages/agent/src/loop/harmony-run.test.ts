// HARM-04, HARM-05: a run goes on, asks again or gives up when the model leaks.
import { describe, expect, test } from "bun:test";
import { scriptedModel, type Script, testModel } from "../fixtures/scripted-stream.ts";
import { names, resultTexts, runScript, tool } from "../fixtures/test-tools.ts";
import type { HarmonyAuditEvent } from "../harmony/audit.ts";
import { hasEditHeader } from "../harmony/recover.ts";
import { ToolChoiceQueue } from "./tool-choice-queue.ts";

const model = { ...testModel, provider: "openai-codex" };
const leak = "analysis to=functions.edit code ";
const leakyText: Script = [{ text: ["Sure. ", leak, "tail ".repeat(50)] }];
const done: Script = [{ text: "done" }];
const edit = tool("edit", (_context, args) => String(args.input), {
  traits: { acceptsAbortMarker: hasEditHeader },
});
const leakyEdit: Script = [
  { call: "edit", args: { input: `¶a.ts#1234\n1:x\n${leak}\nmore` } },
  { call: "edit", args: { input: "¶b.ts#1234\n1:y" } },
  { payload: { blob: 1 } },
];

function run(scripts: Script[]) {
  const scripted = scriptedModel(scripts);
  const audits: HarmonyAuditEvent[] = [];
  const running = runScript(scripted.stream, {
    model,
    tools: [edit],
    requestOptions: { sampling: { temperature: 0.5 } },
    guards: { harmony: { onLeak: (event) => audits.push(event) } },
  });
  return running.then((result) => ({ ...result, audits, requests: scripted.requests }));
}

describe("a leak", () => {
  test("in text is thrown away and the model asked again, a little warmer, in the same turn", async () => {
    const { messages, requests, audits, events } = await run([leakyText, leakyText, done]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify(messages)).not.toContain("functions");
    expect(requests.map(({ options }) => options.sampling?.temperature)).toEqual([0.5, 0.55, 0.6]);
    expect(requests.map(({ messages: sent }) => sent.length)).toEqual([1, 1, 1]);
    expect(audits.map(({ action, retry }) => `${action} ${retry}`)).toEqual([
      "abort_retry 0",
      "abort_retry 1",
    ]);
    const told = names(events);
    expect(told.filter((name) => name === "turn_start")).toHaveLength(1);
    expect(told.filter((name) => name === "message_start assistant")).toHaveLength(3);
    expect(told.filter((name) => name === "message_end assistant")).toHaveLength(1);
  });

  test("ends the response as soon as it is seen", async () => {
    const { events } = await run([[{ text: [leak, "more", "and more"] }], done]);
    const deltas = events.filter(
      (event) => event.type === "message_update" && "delta" in event.assistantMessageEvent,
    );
    expect(JSON.stringify(deltas)).not.toContain("and more");
  });

  test("does not use up a forced choice", async () => {
    const toolChoices = new ToolChoiceQueue();
    toolChoices.push({ choice: { tool: "edit" } });
    const scripted = scriptedModel([leakyText, [{ call: "edit", args: { input: "" } }], done]);
    await runScript(scripted.stream, { model, tools: [edit], toolChoices });
    expect(scripted.requests.map(({ options }) => options.toolChoice)).toEqual([
      { tool: "edit" },
      { tool: "edit" },
      undefined,
    ]);
  });

  test("that does not end is an error with the signals named", async () => {
    const { messages, audits } = await run([leakyText, leakyText, leakyText]);
    expect(messages.at(-1)).toMatchObject({ stopReason: "error", content: [] });
    expect(JSON.stringify(messages.at(-1))).toContain("signals: M+C");
    expect(audits.at(-1)?.action).toBe("escalate");
  });

  test("in an edit keeps what came before it, and the run goes on", async () => {
    const { messages, audits } = await run([leakyEdit, done]);
    expect(resultTexts(messages)).toEqual(["edit: ¶a.ts#1234\n1:x\n*** Abort\n"]);
    expect(messages[1]).toMatchObject({ stopReason: "toolUse" });
    expect(messages[1]).not.toHaveProperty("providerPayload");
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
    expect(audits.map(({ action }) => action)).toEqual(["truncate_resume"]);
  });

  test("in edits three times in a row ends the run", async () => {
    const variants = [1, 2, 3].map((n): Script => [
      { call: "edit", args: { input: `¶a.ts#1234\n${n}:x\n${leak}` } },
    ]);
    const { messages } = await run(variants);
    expect(messages.at(-1)).toMatchObject({ stopReason: "error" });
  });

  test("of other models, or with the guard off, is left alone", async () => {
    const untouched = await runScript([leakyText], {});
    expect(JSON.stringify(untouched.messages)).toContain("to=functions");
    const off = await runScript([leakyText], { model, guards: { harmony: false } });
    expect(JSON.stringify(off.messages)).toContain("to=functions");
  });
});
