// OpenAI makes a conversation shorter itself: what goes to its server, what comes back in every later request, and
// what happens when it does not work out. All over a real socket.
import { describe, expect, test } from "bun:test";
import { comparePrefix } from "@oh-my-pi/pi-ai/compare-prefix";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { httpError, json, text } from "@oh-my-pi/pi-testkit/llm";
import { filler, isSummary, longSession, RULE, SUMMARY } from "../testing/long-session.ts";
import type { RigOptions, SessionRig } from "../testing/session-rig.ts";

const PATH = "POST /responses/compact";
const OPENAI = {
  api: "openai-responses",
  provider: "openai",
  baseUrl: "https://api.openai.com/v1",
} as const;
const CONDENSED = { type: "compaction", id: "cmp_1", encrypted_content: "gAAAopaque" };
const ASKED = { type: "message", id: "msg_7", role: "user", status: "completed" };
const ITEMS: JsonObject[] = [
  { ...ASKED, content: [{ type: "input_text", text: "kept by OpenAI" }] },
  CONDENSED,
];
const ANSWER = { id: "resp_1", object: "response.compaction", output: ITEMS };

const openaiSession = (options: RigOptions = {}) => longSession({ model: OPENAI, ...options });
const inputOf = (body: string): JsonObject[] => (JSON.parse(body) as { input: JsonObject[] }).input;
const compactBodies = ({ models }: SessionRig): JsonObject[] =>
  models.otherRequests.map(({ body }) => JSON.parse(body) as JsonObject);
const entryOf = ({ session }: SessionRig) =>
  [...session.log.entries()].findLast((entry) => entry.type === "compaction");

async function say(rig: SessionRig, what: string): Promise<string> {
  rig.models.script(text(`answer to ${what}`));
  await rig.session.prompt(what);
  return rig.models.requests.at(-1)?.body ?? "";
}

describe("a model of OpenAI's", () => {
  test("has its own server asked first, with the older part in its own items", async () => {
    await using rig = await openaiSession();
    rig.models.route(PATH, ANSWER);
    const [last] = rig.models.requests.slice(-1);
    await rig.session.send({ type: "compact" });
    const [asked] = compactBodies(rig);
    expect(Object.keys(asked ?? {})).toEqual(["model", "instructions", "input"]);
    expect(asked).toMatchObject({ model: "m", instructions: expect.stringContaining("a test") });
    const sent = asked?.["input"] as JsonObject[];
    // The same items as before, without the system prompt and without what is kept.
    expect(inputOf(last?.body ?? "").slice(1, 1 + sent.length)).toEqual(sent);
    expect(rig.models.requests.filter(isSummary)).toEqual([]);
    expect(rig.eventsOf("session_note")).toEqual([]);
    expect(entryOf(rig)).toMatchObject({
      preserveData: { openaiRemoteCompaction: { provider: "openai", replacementHistory: ITEMS } },
    });
  });

  test("gets its items back byte for byte, then what must survive, then what was kept", async () => {
    await using rig = await openaiSession();
    rig.models.route(PATH, ANSWER);
    await rig.session.send({ type: "compact" });
    const first = await say(rig, "go on");
    expect(first).toContain(JSON.stringify(ITEMS).slice(1, -1));
    const [, kept, condensed, standing] = inputOf(first);
    expect([kept, condensed]).toEqual(ITEMS);
    for (const word of [RULE, "src/a.ts", "fix the parser"])
      expect(JSON.stringify(standing)).toContain(word);
    expect(JSON.stringify(standing)).not.toContain("question one");
    expect(first).toContain("question three");
    await rig.reopen();
    const second = await say(rig, "and on");
    expect(
      comparePrefix(JSON.parse(first) as JsonObject, JSON.parse(second) as JsonObject),
    ).toBeUndefined();
  });

  test("compacts again on top of its own items", async () => {
    await using rig = await openaiSession();
    rig.models.route(PATH, ANSWER);
    await rig.session.send({ type: "compact" });
    for (const name of ["four", "five", "six"]) await say(rig, filler(name));
    await rig.session.send({ type: "compact" });
    const again = rig.models.otherRequests.at(-1)?.body ?? "";
    expect(inputOf(again).slice(0, 2)).toEqual(ITEMS);
    expect(JSON.stringify(inputOf(await say(rig, "more")))).toContain(RULE);
  });

  test("leaves an extract for others, with everything that must survive", async () => {
    await using rig = await openaiSession();
    rig.models.route(PATH, ANSWER);
    await rig.session.send({ type: "compact" });
    const [summary] = rig.session.messages;
    expect(summary).toMatchObject({ role: "compactionSummary" });
    const told = summary?.role === "compactionSummary" ? summary.summary : "";
    for (const word of [RULE, "src/a.ts", "fix the parser"]) expect(told).toContain(word);
    expect(told).not.toContain("gAAAopaque");
  });
});

const huge = { ...CONDENSED, encrypted_content: "x".repeat(300_000) };
const FAILURES: [string, Parameters<SessionRig["models"]["route"]>[1]][] = [
  ["an error", httpError(500)],
  ["a server without it", httpError(404)],
  ["no JSON", json("nothing")],
  ["no compaction item", { output: [] }],
  ["an item that could not be sent again", { output: [CONDENSED, { type: "mystery" }] }],
  ["an item without content", { output: [{ type: "compaction", id: "cmp_1" }] }],
  ["one that is not shorter", { output: [huge] }],
  ["one that the log would cut", { output: [{ ...huge, encrypted_content: "x".repeat(450_000) }] }],
];

describe("when it does not work out", () => {
  test.each(FAILURES)("%s: a summary takes its place, and one note says so", async (_, answer) => {
    await using rig = await openaiSession();
    rig.models.route(PATH, answer);
    rig.models.scriptFor(isSummary, text(SUMMARY));
    await rig.session.send({ type: "compact" });
    expect(rig.models.otherRequests.length).toBe(1);
    expect(entryOf(rig)).toMatchObject({ summary: expect.stringContaining("the parser fixed") });
    expect(JSON.stringify(entryOf(rig))).not.toContain("openaiRemoteCompaction");
    expect(rig.eventsOf("session_note")).toEqual([
      { type: "session_note", text: expect.stringContaining("openai could not condense") },
    ]);
    expect(await say(rig, "go on")).toContain(RULE);
  });

  test("it can be cancelled", async () => {
    await using rig = await openaiSession();
    const { promise: never, resolve: release } = Promise.withResolvers<void>();
    rig.models.route(PATH, async () => never.then(() => ANSWER));
    const failure = rig.session.send({ type: "compact" }).catch((error: Error) => error.message);
    await eventually(() => rig.models.otherRequests.length === 1);
    await rig.session.abort();
    expect(await failure).toBe("Compaction cancelled");
    expect(entryOf(rig)).toBeUndefined();
    release();
  });

  test("silence is not waited for", async () => {
    await using rig = await openaiSession();
    const { promise: never, resolve: release } = Promise.withResolvers<void>();
    rig.models.route(PATH, async () => never.then(() => ANSWER));
    rig.models.scriptFor(isSummary, text(SUMMARY));
    const done = rig.session.send({ type: "compact" });
    await eventually(() => rig.models.otherRequests.length === 1);
    await rig.clock.advance(120_000);
    await done;
    expect(rig.eventsOf("session_note")).toMatchObject([{ text: expect.stringContaining("120") }]);
    release();
  });
});

test.each<[string, RigOptions, string | undefined]>([
  ["it is turned off", { settings: { "compaction.remoteEnabled": false } }, undefined],
  ["the server is not OpenAI's", { model: { ...OPENAI, baseUrl: "http://127.0.0.1/v1" } }, ""],
  ["the user has wishes for the summary", {}, "the lexer"],
])("nothing is asked of the server when %s", async (_, options, customInstructions) => {
  await using rig = await openaiSession(options);
  rig.models.scriptFor(isSummary, text(SUMMARY));
  await rig.session.send({ type: "compact", ...(customInstructions && { customInstructions }) });
  expect(rig.models.otherRequests).toEqual([]);
  expect(rig.eventsOf("session_note")).toEqual([]);
});
