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
