// Who else may sum up: an endpoint of the user's own, an extension; and what lists call the result.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { text } from "@oh-my-pi/pi-testkit/llm";
import type { SessionEntry } from "../log/entry.ts";
import { isSummary, longSession, RULE, SUMMARY } from "../testing/long-session.ts";
import type { SessionRig } from "../testing/session-rig.ts";
import type { CompactionHooks } from "./compaction-hooks.ts";
import { shortSummary } from "./short-summary.ts";

const summaryOf = ({ session }: SessionRig): string => {
  const [first] = session.messages;
  return first?.role === "compactionSummary" ? first.summary : "";
};
const compactionEntry = ({ session }: SessionRig) =>
  [...session.log.entries()].findLast((entry) => entry.type === "compaction");

describe("an endpoint of the user's own", () => {
  let server: ReturnType<typeof Bun.serve>;
  let answers: (() => Response)[];
  let asked: Record<string, unknown>[];
  beforeEach(() => {
    answers = [];
    asked = [];
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        asked.push((await request.json()) as Record<string, unknown>);
        return answers.shift()?.() ?? new Response("", { status: 500 });
      },
    });
  });
  afterEach(() => server.stop(true));
  const settings = () => ({ "compaction.remoteEndpoint": server.url.href });

  test("is sent system prompt and prompt, and its summary is taken", async () => {
    await using rig = await longSession({ settings: settings() });
    answers.push(() => Response.json({ summary: SUMMARY }));
    await rig.session.send({ type: "compact" });
    expect(summaryOf(rig)).toContain("wants the parser fixed");
    expect(summaryOf(rig)).toContain(RULE);
    expect(Object.keys(asked[0] ?? {})).toEqual(["systemPrompt", "prompt"]);
    expect(asked[0]?.["prompt"]).toContain("<conversation>");
    expect(rig.models.requests.filter(isSummary)).toEqual([]);
  });

  test.each<[string, () => Response]>([
    ["an error", () => new Response("no", { status: 503 })],
    ["no summary", () => Response.json({ text: "?" })],
    ["no JSON", () => new Response("<html>")],
  ])("%s: the model sums up, once", async (_, answer) => {
    await using rig = await longSession({ settings: settings() });
    answers.push(answer);
    rig.models.scriptFor(isSummary, text(SUMMARY));
    await rig.session.send({ type: "compact" });
    expect(summaryOf(rig)).toContain("wants the parser fixed");
    expect([asked.length, rig.models.requests.filter(isSummary).length]).toEqual([1, 1]);
  });

  test("is left alone when it is turned off", async () => {
    await using rig = await longSession({
      settings: { ...settings(), "compaction.remoteEnabled": false },
    });
    rig.models.scriptFor(isSummary, text(SUMMARY));
    await rig.session.send({ type: "compact" });
    expect(asked).toEqual([]);
  });
});

describe("hooks", () => {
  const withHooks = (compactionHooks: CompactionHooks) => longSession({ compactionHooks });

  test("call it off, and nothing has changed", async () => {
    await using rig = await withHooks({ before: async () => ({ cancel: true }) });
    const before = JSON.stringify(rig.session.messages);
    const failure = rig.session.send({ type: "compact" }).catch((error: Error) => error.message);
    expect(await failure).toBe("Compaction cancelled");
    expect(JSON.stringify(rig.session.messages)).toBe(before);
  });

  test("bring a summary of their own", async () => {
    const seen: [SessionEntry, boolean][] = [];
    let kept = "";
    await using rig = await withHooks({
      before: async () => ({
        compaction: { summary: "mine", firstKeptEntryId: kept, tokensBefore: 5, details: {} },
      }),
      after: (entry, isForeign) => seen.push([entry, isForeign]),
    });
    kept = rig.session.log.leafId ?? "";
    await rig.session.send({ type: "compact" });
    expect(summaryOf(rig)).toBe("mine");
    expect(seen).toMatchObject([[{ type: "compaction", fromExtension: true }, true]]);
    await rig.reopen();
    expect(summaryOf(rig)).toBe("mine");
  });

  test("change what is asked, and leave something on the entry", async () => {
    const reasons: string[] = [];
    await using rig = await withHooks({
      compacting: async ({ reason }) => {
        reasons.push(reason);
        return { prompt: "Say it in one word.", context: ["a hint"], preserveData: { mine: 1 } };
      },
    });
    rig.models.scriptFor(isSummary, text(SUMMARY));
    await rig.session.send({ type: "compact" });
    const { body = "" } = rig.models.requests.find(isSummary) ?? {};
    expect(body).toContain("Say it in one word.");
    expect(body).toContain("- a hint");
    expect(reasons).toEqual(["manual"]);
    const state = { settings: expect.any(Object) };
    expect(compactionEntry(rig)).toMatchObject({ preserveData: { mine: 1, ompState: state } });
  });
});

describe("the short summary", () => {
  test("is on the entry", async () => {
    await using rig = await longSession();
    rig.models.scriptFor(isSummary, text(SUMMARY));
    await rig.session.send({ type: "compact" });
    expect(compactionEntry(rig)).toMatchObject({
      shortSummary: "The user wants the parser fixed and the tests to pass.",
    });
  });

  test.each([
    ["## Goal\n\n- Fix it. Then rest.", "Fix it."],
    ["**Bold**\n\nno end", "no end"],
    ["<standing-instructions>\nx", "x"],
    ["", ""],
    [`# T\n${"long ".repeat(40)}`, expect.stringMatching(/^long .{60,80}$/)],
  ])("of %j", (summary, expected) => {
    expect(shortSummary(summary)).toEqual(expected);
  });
});
