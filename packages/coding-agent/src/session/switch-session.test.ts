// Going to another session, put together as omp does it: it is as it was left, the one that is left is whole, and
// whoever may say no is asked first.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { comparePrefix } from "@oh-my-pi/pi-ai/compare-prefix";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { hold, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LiveSession, openLiveSession } from "../testing/live-session.ts";
import { SessionHolder } from "./session-holder.ts";

const phases = [{ name: "Plan", tasks: [{ content: "fix the parser", status: "in_progress" }] }];
let live: LiveSession;
let holder: SessionHolder<LiveSession["current"]>;

beforeEach(async () => {
  live = await openLiveSession({ model: undefined, values: { todo: { reminders: false } } });
  const file = join(live.workspace.home, ".omp/agent/models.yml");
  const { providers } = JSON.parse(readFileSync(file, "utf8")) as {
    providers: { fake: { models: object[] } };
  };
  const [m = {}] = providers.fake.models;
  providers.fake.models.push({ ...m, id: "n", name: "Other", reasoning: true });
  writeFileSync(file, JSON.stringify({ providers }));
  holder = new SessionHolder(live.current);
});
afterEach(async () => {
  await holder.close();
  await live[Symbol.asyncDispose]();
});

const fileOf = (): string => holder.current.log.file ?? "";
const switchTo = (sessionPath: string) => holder.send({ type: "switch_session", sessionPath });
const bodyAt = (index: number): JsonObject => live.bodies().at(index) as JsonObject;

async function say(words: string): Promise<void> {
  live.models.script(text(`answer to ${words}`));
  await holder.current.prompt(words);
}

/** A session with choices of its own; the holder is left in another one with others. */
async function twoSessions(): Promise<{ chosen: string; other: string }> {
  await holder.open({ kind: "new" });
  await holder.send({ type: "set_model", provider: "fake", modelId: "n" });
  await holder.send({ type: "set_thinking_level", level: "high" });
  await holder.send({ type: "set_service_tier", tier: "priority" });
  await holder.send({ type: "set_todos", phases });
  await say("one");
  const chosen = fileOf();
  await holder.open({ kind: "new" });
  await holder.send({ type: "set_model", provider: "fake", modelId: "m" });
  await holder.send({ type: "set_thinking_level", level: "off" });
  await say("two");
  return { chosen, other: fileOf() };
}

describe("switching", () => {
  test("brings back model, thinking, tier, to-do list and conversation, to the byte", async () => {
    const { chosen, other } = await twoSessions();
    expect(holder.current).toMatchObject({ model: { id: "m" }, serviceTier: "none" });
    expect(holder.current.decided.todos).toEqual([]);
    expect(await switchTo(chosen)).toEqual({ cancelled: false });
    expect(holder.current).toMatchObject({
      model: { id: "n" },
      thinkingLevel: "high",
      serviceTier: "priority",
      decided: { todos: phases },
    });
    await say("three");
    expect(comparePrefix(bodyAt(-3), bodyAt(-1))).toBeUndefined();
    await switchTo(other);
    expect(holder.current).toMatchObject({ model: { id: "m" }, thinkingLevel: "off" });
    await say("four");
    expect(comparePrefix(bodyAt(-3), bodyAt(-1))).toBeUndefined();
  });

  test("stops what runs, drops what waits and leaves everything else in the file", async () => {
    const { chosen, other } = await twoSessions();
    const gate = hold();
    live.models.script(reply([text("half"), gate, text("rest")]));
    const left = holder.current;
    const running = left.prompt("five");
    await gate.reached;
    await left.followUp("never said");
    await switchTo(chosen);
    await running;
    gate.release();
    expect(left.isRunning).toBe(false);
    expect(readFileSync(other, "utf8")).toContain('"half"');
    await switchTo(other);
    expect(await holder.send({ type: "get_state" })).toMatchObject({ queuedMessageCount: 0 });
    await say("six");
    expect(JSON.stringify(live.bodies())).not.toContain("never said");
  });

  test("asks whoever may say no, and then changes nothing", async () => {
    const { chosen, other } = await twoSessions();
    const gate = hold();
    live.models.script(reply([text("half"), gate, text("rest")]));
    const current = holder.current;
    const running = current.prompt("five");
    await gate.reached;
    await current.followUp("said later");
    const wishes: unknown[] = [];
    const release = holder.guard(async (wish) => {
      wishes.push(wish);
      return false;
    });
    expect(await switchTo(chosen)).toEqual({ cancelled: true });
    expect(await holder.send({ type: "new_session" })).toEqual({ cancelled: true });
    expect(wishes).toEqual([
      { kind: "file", file: chosen },
      { kind: "new", parentSession: undefined },
    ]);
    expect(fileOf()).toBe(other);
    live.models.script(text("ok"));
    gate.release();
    await running;
    expect(JSON.stringify(bodyAt(-1))).toContain("said later");
    release();
    expect(await switchTo(chosen)).toEqual({ cancelled: false });
  });
});
