// Every command answers in the form it declares, and a mistake of its sender gets a plain sentence.
import { describe, expect, test } from "bun:test";
import { text, toolCall, usage } from "@oh-my-pi/pi-testkit/llm";
import { findCommand } from "../run-command.ts";
import { createRig } from "../testing/session-rig.ts";
import { sessionCommands } from "./index.gen.ts";

/** The documented names. */
const NAMES = `prompt steer follow_up abort abort_and_prompt get_state set_model cycle_model
  get_available_models set_thinking_level cycle_thinking_level set_steering_mode set_follow_up_mode
  set_interrupt_mode compact set_auto_compaction set_auto_retry abort_retry get_session_stats branch
  get_branch_messages get_last_assistant_text set_session_name get_messages set_todos new_session switch_session bash abort_bash export_html set_host_tools
  set_host_uri_schemes get_login_providers login handoff set_service_tier
  undo redo changes get_sandbox allow_sandbox_host`.split(/\s+/);

test("the table holds the documented commands under their names", async () => {
  const found = await Promise.all(NAMES.map(async (name) => (await findCommand(name))?.name));
  expect(found).toEqual(NAMES);
  expect(Object.keys(sessionCommands).length).toBe(NAMES.length);
});

describe("mistakes", () => {
  test.each<[string, object, string]>([
    ["nope", {}, "Unknown command: nope"],
    ["__proto__", {}, "Unknown command: __proto__"],
    ["set-model", {}, "Unknown command: set-model"],
    ["set_model", { provider: "zz", modelId: "q" }, "Model not found: zz/q"],
    ["set_model", {}, "set_model: provider: "],
    ["set_thinking_level", { level: "huge" }, "set_thinking_level: level: "],
    ["set_service_tier", { tier: "turbo" }, "set_service_tier: tier: "],
    ["set_steering_mode", { mode: "some" }, "set_steering_mode: mode: "],
    ["set_session_name", { name: "  " }, "Session name cannot be empty"],
    ["prompt", { message: "" }, "The message is empty."],
    ["branch", { entryId: "none" }, "There is no user message none."],
    ["compact", {}, "Nothing to compact (session too small)"],
  ])("%s %p", async (type, fields, sentence) => {
    await using rig = createRig();
    const failure = await rig.session.send({ type, ...fields }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "CommandError" });
    expect(failure).toHaveProperty("message", expect.stringContaining(sentence));
  });
});

test("answers have the declared form, before and after a conversation", async () => {
  await using rig = createRig({ others: { n: 1000 } });
  const ask = async (type: string, fields = {}): Promise<unknown> => {
    const answer = await rig.session.send({ type, ...fields });
    const command = await findCommand(type);
    expect(command?.output.safeParse(answer).error).toBeUndefined();
    return answer;
  };
  const reads = ["get_state", "get_messages", "get_session_stats", "get_branch_messages"];
  for (const name of [...reads, "get_available_models"]) await ask(name);
  expect(await ask("get_last_assistant_text")).toEqual({ text: null });
  rig.models.script(
    [toolCall("read", { path: "a" }), usage({ input: 10, output: 5 })],
    [text("done"), usage({ input: 20, output: 6 })],
  );
  expect(await ask("prompt", { message: "go" })).toBeUndefined();
  await rig.session.settled();
  expect(await ask("get_last_assistant_text")).toEqual({ text: "done" });
  expect(await ask("get_session_stats")).toMatchObject({
    userMessages: 1,
    assistantMessages: 2,
    toolCalls: 1,
    toolResults: 1,
    totalMessages: 4,
    tokens: { input: 30, output: 11 },
  });
  expect(await ask("get_state")).toMatchObject({
    isStreaming: false,
    isCompacting: false,
    steeringMode: "one-at-a-time",
    followUpMode: "one-at-a-time",
    interruptMode: "immediate",
    messageCount: 4,
    queuedMessageCount: 0,
    contextUsage: { tokens: 26, contextWindow: 200_000 },
  });
  expect(await ask("cycle_model")).toMatchObject({ model: { id: "n" }, isScoped: false });
  expect(await ask("cycle_thinking_level")).toEqual({ level: "minimal" });
  for (const name of reads) await ask(name);
});

test("branch goes back to before a message; the other path stays in the file", async () => {
  await using rig = createRig();
  rig.models.script(text("one"), text("two"), text("other"));
  await rig.session.prompt("first");
  await rig.session.prompt("second");
  const { messages } = (await rig.session.send({ type: "get_branch_messages" })) as {
    messages: { entryId: string; text: string }[];
  };
  expect(messages.map((message) => message.text)).toEqual(["first", "second"]);
  const entryId = messages[1]?.entryId;
  expect(await rig.session.send({ type: "branch", entryId })).toEqual({
    text: "second",
    cancelled: false,
  });
  await rig.session.prompt("third");
  expect(rig.models.requests.at(-1)?.body).not.toContain("second");
  expect([...rig.session.log.entries()].filter(({ type }) => type === "message").length).toBe(6);
});

test("a name of the user is in the header", async () => {
  await using rig = createRig();
  await rig.session.send({ type: "set_session_name", name: "mine" });
  expect(rig.session.log.header).toMatchObject({ title: "mine", titleSource: "user" });
});
