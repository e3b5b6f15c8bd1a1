// A handoff begins a new session with a document that holds everything its successor must know.
import { describe, expect, test } from "bun:test";
import { comparePrefix } from "@oh-my-pi/pi-ai/compare-prefix";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { httpError, stall, text } from "@oh-my-pi/pi-testkit/llm";
import type { SessionWish } from "../session-wish.ts";
import { longSession, RULE, SUMMARY } from "../testing/long-session.ts";
import { createRig, type SessionRig } from "../testing/session-rig.ts";

const isHandOff = ({ body }: { body: string }): boolean => body.includes("handoff document");

/** Sends the command; the next session is that of `next`. */
async function handOff(rig: SessionRig, next: SessionRig, customInstructions?: string) {
  const wishes: SessionWish[] = [];
  const open = async (wish: SessionWish) => {
    wishes.push(wish);
    return next.session;
  };
  const result = await rig.session.send({ type: "handoff", customInstructions }, { open });
  return { result, wishes };
}

describe("handoff", () => {
  test("the document, the rules, the list and the files open the next session", async () => {
    await using rig = await longSession();
    await using next = createRig();
    rig.models.scriptFor(isHandOff, text(SUMMARY));
    const before = rig.session.log.count;
    const { wishes, result } = await handOff(rig, next, "the lexer");
    expect(wishes).toEqual([{ kind: "new", parentSession: rig.session.log.header.id }]);
    expect(rig.session.log.count).toBe(before);
    const [first] = next.session.messages;
    expect(first).toMatchObject({ role: "custom", customType: "handoff", display: true });
    for (const kept of [RULE, "src/a.ts", "fix the parser", "tests to pass"])
      expect(JSON.stringify(first)).toContain(kept);
    expect(result).toMatchObject({ cancelled: false, document: expect.stringContaining(RULE) });
    expect(await next.session.send({ type: "get_state" })).toMatchObject({
      todoPhases: [{ name: "Plan" }],
    });
    // It outlives a session in which nothing was answered yet.
    await next.reopen();
    expect(next.session.messages[0]).toMatchObject({ customType: "handoff" });
  });

  test("is asked on the prefix of the conversation, without tools, and hard", async () => {
    await using rig = await longSession();
    await using next = createRig();
    rig.models.scriptFor(isHandOff, text(SUMMARY));
    await handOff(rig, next, "the lexer");
    const [before, asked] = rig.models.requests
      .slice(-2)
      .map(({ body }) => JSON.parse(body) as JsonObject);
    expect(comparePrefix(before as JsonObject, asked as JsonObject)).toBeUndefined();
    expect(asked).toMatchObject({ tool_choice: { type: "none" } });
    expect(JSON.stringify(asked)).toContain("the lexer");
  });

  test("a session that is too short, and a model that writes nothing, are answered plainly", async () => {
    await using rig = createRig();
    await using next = createRig();
    const failure = (work: Promise<unknown>) => work.catch((error: Error) => error.message);
    expect(await failure(handOff(rig, next))).toBe("There is nothing to hand off yet.");
    expect(await failure(rig.session.send({ type: "handoff" }))).toContain("cannot be opened");
    rig.models.script(text("hello"));
    await rig.session.prompt("hi");
    rig.models.scriptFor(isHandOff, httpError(500));
    expect(await failure(handOff(rig, next))).toBe("The model wrote no handoff document.");
    expect(next.session.messages).toEqual([]);
  });

  test("can be cancelled, and then no session is opened", async () => {
    await using rig = await longSession();
    await using next = createRig();
    rig.models.scriptFor(isHandOff, [stall()]);
    const done = handOff(rig, next);
    await eventually(() => rig.models.requests.some(isHandOff));
    await rig.session.abort();
    expect(await done).toEqual({ result: { document: "", cancelled: true }, wishes: [] });
  });
});
