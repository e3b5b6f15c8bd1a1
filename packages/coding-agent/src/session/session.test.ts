// A session goes on where its file ended: choices, to-dos and waiting messages come back, and what was sent
// before is sent again byte for byte.
import { describe, expect, test } from "bun:test";
import { comparePrefix } from "@oh-my-pi/pi-ai/compare-prefix";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { hold, text, thinking, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createRig, type SessionRig } from "./testing/session-rig.ts";

const bodies = (rig: SessionRig): JsonObject[] =>
  rig.models.requests.map(({ body }) => JSON.parse(body) as JsonObject);
const stateOf = async (rig: SessionRig): Promise<Record<string, unknown>> =>
  (await rig.session.send({ type: "get_state" })) as Record<string, unknown>;

describe("the request prefix", () => {
  test("only grows over tool calls, steering and a resumed session", async () => {
    await using rig = createRig();
    rig.models.script([text("look"), toolCall("read", { path: "a" })], text("done"));
    await rig.session.prompt("first");
    await rig.session.send({ type: "set_thinking_level", level: "high" });
    rig.models.script([thinking("hm", { signature: "sig" }), text("thought")]);
    await rig.session.prompt("second");
    await rig.reopen();
    rig.models.script(text("third answer"));
    await rig.session.prompt("third");
    const sent = bodies(rig);
    expect(sent.length).toBe(4);
    for (const [index, body] of sent.slice(1).entries())
      expect(comparePrefix(sent[index] as JsonObject, body)).toBeUndefined();
  });

  test("is the same again after a switch to another model and back", async () => {
    await using rig = createRig({ others: { n: 200_000 } });
    rig.models.script(text("by m"), text("by n"), text("by m again"));
    await rig.session.prompt("one");
    await rig.session.send({ type: "set_model", provider: "fake", modelId: "n" });
    await rig.session.prompt("two");
    await rig.reopen();
    expect(rig.session.model.id).toBe("n");
    await rig.session.send({ type: "set_model", provider: "fake", modelId: "m" });
    await rig.session.prompt("three");
    const [first, second, third] = bodies(rig);
    expect([first, second, third].map((body) => body?.["model"])).toEqual(["m", "n", "m"]);
    expect(comparePrefix(first as JsonObject, third as JsonObject)).toBeUndefined();
    expect(comparePrefix({ ...second, model: "m" }, third as JsonObject)).toBeUndefined();
  });
});

describe("the request prefix", () => {
  test("is the same across changes of mode, tier and day, and after reopening in a mode", async () => {
    await using rig = createRig();
    const ask = async (what: string): Promise<void> => {
      rig.models.script(text(`answer to ${what}`));
      await rig.session.prompt(what);
    };
    await ask("one");
    rig.session.record({ type: "mode_change", mode: "plan", data: { planFile: "p.md" } });
    await ask("two");
    await rig.reopen();
    expect(rig.session.mode).toEqual({ mode: "plan", data: { planFile: "p.md" } });
    await rig.clock.advance(48 * 3_600_000);
    await ask("three");
    rig.session.record({ type: "mode_change", mode: "none" });
    rig.session.record({ type: "service_tier_change", serviceTier: "priority" });
    await ask("four");
    await rig.reopen();
    await ask("five");
    const sent = bodies(rig);
    expect(sent.length).toBe(5);
    for (const [index, body] of sent.slice(1).entries())
      expect(comparePrefix(sent[index] as JsonObject, body)).toBeUndefined();
  });
});

describe("the inbox belongs to the session, not to a branch", () => {
  const queued = async (rig: SessionRig): Promise<unknown> =>
    (await stateOf(rig))["queuedMessageCount"];

  test("what waits is kept when the conversation goes on from before it was accepted", async () => {
    await using rig = createRig();
    rig.models.script(text("one"), text("two"));
    await rig.session.prompt("first");
    const points = await rig.session.send({ type: "get_branch_messages" });
    await rig.session.followUp("later");
    const [{ entryId }] = (points as { messages: [{ entryId: string }] }).messages;
    await rig.session.send({ type: "branch", entryId });
    expect(await queued(rig)).toBe(1);
    await rig.reopen();
    expect(await queued(rig)).toBe(1);
    rig.models.script(text("three"));
    await rig.session.prompt("other");
    expect(rig.models.requests.at(-1)?.body).toContain("later");
    expect(await queued(rig)).toBe(0);
  });

  test("what was said is not said again when it goes on from between", async () => {
    await using rig = createRig();
    const gate = hold();
    rig.models.script([text("a"), gate], text("b"));
    const ended = rig.session.prompt("start");
    await gate.reached;
    await rig.session.followUp("later");
    gate.release();
    await ended;
    const { messages } = (await rig.session.send({ type: "get_branch_messages" })) as {
      messages: { entryId: string; text: string }[];
    };
    const entryId = messages.find((message) => message.text === "later")?.entryId;
    await rig.session.send({ type: "branch", entryId });
    expect(await queued(rig)).toBe(0);
    await rig.reopen();
    expect(await queued(rig)).toBe(0);
  });
});

describe("the service tier", () => {
  test("is that of the settings until one is chosen, and the choice is kept", async () => {
    await using rig = createRig({ settings: { serviceTier: "priority" } });
    expect(rig.session.serviceTier).toBe("priority");
    rig.session.setServiceTier("none");
    rig.models.script(text("hello"));
    await rig.session.prompt("hi");
    await rig.reopen();
    expect(rig.session.serviceTier).toBe("none");
    rig.session.setServiceTier("flex");
    await rig.reopen();
    expect(rig.session.serviceTier).toBe("flex");
  });
});

describe("a reopened session", () => {
  test("has its model, thinking level, tier, to-dos and waiting messages", async () => {
    await using rig = createRig({ others: { n: 100_000 } });
    rig.models.script(text("hello"));
    await rig.session.prompt("hi");
    const phases = [{ name: "P", tasks: [{ content: "a", status: "pending" }] }];
    await rig.session.send({ type: "set_model", provider: "fake", modelId: "n" });
    await rig.session.send({ type: "set_thinking_level", level: "low" });
    await rig.session.send({ type: "set_todos", phases });
    await rig.session.followUp("later");
    const before = await stateOf(rig);
    await rig.reopen();
    const after = await stateOf(rig);
    for (const key of ["model", "thinkingLevel", "todoPhases", "queuedMessageCount", "sessionId"])
      expect(after[key]).toEqual(before[key]);
    expect(after).toMatchObject({ thinkingLevel: "low", queuedMessageCount: 1 });
    rig.models.script(text("one"), text("two"));
    await rig.session.prompt("now");
    expect(rig.models.requests.at(-1)?.body).toContain("later");
    expect(await stateOf(rig)).toMatchObject({ queuedMessageCount: 0 });
  });

  test("what was named for this run goes before what the file says", async () => {
    await using rig = createRig({ others: { n: 100_000 } });
    rig.models.script(text("hello"));
    await rig.session.prompt("hi");
    await rig.session.send({ type: "set_model", provider: "fake", modelId: "n" });
    await rig.reopen({ isModelNamed: true });
    expect(rig.session.model.id).toBe("m");
  });
});

describe("a prompt", () => {
  test("two at once: the second is told that the agent is busy", async () => {
    await using rig = createRig();
    rig.models.script(text("one"));
    const first = rig.session.prompt("a");
    const second = await rig.session.prompt("b").catch((error: Error) => error.message);
    expect(second).toContain("already answering");
    await first;
    expect(rig.models.requests.length).toBe(1);
  });

  test("the queue modes decide how many waiting messages are said at a time", async () => {
    for (const mode of ["one-at-a-time", "all"]) {
      await using rig = createRig();
      await rig.session.send({ type: "set_follow_up_mode", mode });
      const gate = hold();
      rig.models.script([text("a"), gate], text("b"));
      if (mode === "one-at-a-time") rig.models.script(text("c"));
      const ended = rig.session.prompt("start");
      await gate.reached;
      await rig.session.send({ type: "prompt", message: "x", streamingBehavior: "followUp" });
      await rig.session.followUp("y");
      gate.release();
      await ended;
      expect(rig.models.requests.length).toBe(mode === "all" ? 2 : 3);
    }
  });
});

test("a session is closed once, however often that is asked for", async () => {
  await using rig = createRig();
  rig.models.script(text("hello"));
  await rig.session.prompt("hi");
  const first = rig.session.close();
  expect(rig.session.close()).toBe(first);
  await first;
  await rig.session[Symbol.asyncDispose]();
});
