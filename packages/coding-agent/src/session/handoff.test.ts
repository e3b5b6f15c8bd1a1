// A handoff that nobody asked for, put together as omp does it: the document opens a new session where a face can
// show one, the work goes on there, and the old session stays as it was.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, httpError, reply, text, usage } from "@oh-my-pi/pi-testkit/llm";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LiveSession, openLiveSession } from "../testing/live-session.ts";
import { artifactsPath } from "./log/session-place.ts";
import type { SessionEvent } from "./session-event.ts";
import { SessionHolder } from "./session-holder.ts";

const DOCUMENT = "The parser is half fixed; src/a.ts comes next, then its tests.";
const SUMMARY = "The user wants the parser fixed and the tests to pass.";
const phases = [{ name: "Plan", tasks: [{ content: "fix the parser", status: "in_progress" }] }];
const isHandOff = ({ body }: { body: string }): boolean => body.includes("handoff document");
const isSummary = ({ body }: { body: string }): boolean => body.includes("<conversation>");
/** An answer after which the window is nearly full. */
const large = () => reply([text("done one"), usage({ input: 190_000, output: 10 })]);

let live: LiveSession;
let holder: SessionHolder<LiveSession["current"]>;
let events: SessionEvent[];

async function begin(compaction: object = {}, follows = true): Promise<void> {
  live = await openLiveSession({
    values: {
      compaction: { strategy: "handoff", ...compaction },
      retry: { enabled: false },
      todo: { reminders: false },
    },
  });
  holder = new SessionHolder(live.current, { follows });
  holder.on((event) => events.push(event));
  await holder.send({ type: "set_todos", phases });
}

beforeEach(() => {
  events = [];
});
afterEach(async () => {
  await holder.close();
  await live[Symbol.asyncDispose]();
});

const headerOf = (file = ""): Record<string, unknown> =>
  JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "") as Record<string, unknown>;

describe("an automatic handoff", () => {
  test("goes on in a new session that begins with the document", async () => {
    await begin();
    const old = holder.current;
    live.models.scriptFor(isHandOff, text(DOCUMENT));
    live.models.script(large(), text("going on"));
    await old.prompt("Fix the parser, and never touch legacy/.");
    expect(holder.current).not.toBe(old);
    await holder.current.settled();
    expect(headerOf(holder.current.log.file)).toMatchObject({
      parentSession: old.log.header.id,
    });
    expect(holder.current.messages).toMatchObject([
      { role: "custom", customType: "handoff", display: true },
      { role: "custom", customType: "auto-continue", display: false },
      { role: "assistant", content: [{ text: "going on" }] },
    ]);
    const last = live.models.requests.at(-1)?.body ?? "";
    for (const kept of [DOCUMENT, "never touch legacy/", "fix the parser"])
      expect(last).toContain(kept);
    expect(last).not.toContain("done one");
    expect(holder.current.decided.todos).toMatchObject(phases);
    // The old one is whole, and has no summary.
    const written = readFileSync(old.log.file ?? "", "utf8");
    expect(written).toContain("done one");
    expect(written).not.toContain('"compaction"');
    expect(existsSync(artifactsPath(old.log.file ?? ""))).toBe(false);
    expect(events.filter(({ type }) => type.startsWith("auto_compaction"))).toMatchObject([
      { type: "auto_compaction_start", reason: "threshold" },
      { type: "auto_compaction_end", result: null, aborted: false },
    ]);
  });

  test("is one request on the conversation's own prefix, without tools", async () => {
    await begin({ autoContinue: false });
    live.models.scriptFor(isHandOff, text(DOCUMENT));
    live.models.script(large());
    await holder.current.prompt("Fix the parser.");
    const asked = live.models.requests.filter(isHandOff);
    expect(asked.length).toBe(1);
    const [talk, wanted] = live.bodies();
    expect(wanted).toMatchObject({ tool_choice: { type: "none" } });
    expect(wanted?.["tools"]).toEqual(talk?.["tools"]);
    // Nobody asked for more.
    expect(holder.current.messages.length).toBe(1);
    expect(live.models.requests.length).toBe(2);
  });

  test("is kept as a file beside the old session where the user wants that", async () => {
    await begin({ handoffSaveToDisk: true, autoContinue: false });
    const old = holder.current;
    live.models.scriptFor(isHandOff, text(DOCUMENT));
    live.models.script(large());
    await old.prompt("Fix the parser.");
    const folder = artifactsPath(old.log.file ?? "");
    const [name = ""] = readdirSync(folder);
    expect(name).toMatch(/^handoff-[\dTZ-]+\.md$/);
    expect(readFileSync(join(folder, name), "utf8")).toContain(DOCUMENT);
    expect(events).toContainEqual({
      type: "session_note",
      text: `The handoff document is kept in ${join(folder, name)}.`,
    });
  });

  test("without a document the conversation is summed up where it is", async () => {
    await begin({ autoContinue: false, keepRecentTokens: 100 });
    const old = holder.current;
    for (const name of ["one", "two"]) {
      live.models.script(text(`done ${name}`));
      await old.prompt(`${name} ${"word ".repeat(500)}`);
    }
    live.models.scriptFor(isHandOff, httpError(400));
    // The turn is cut in two: one summary for what was before it, one for its beginning.
    live.models.scriptFor(isSummary, text(SUMMARY), text(SUMMARY));
    live.models.script(large());
    await old.prompt("Fix the parser.");
    expect(holder.current).toBe(old);
    expect(old.messages[0]).toMatchObject({ role: "compactionSummary" });
    const told = events.map(({ type }) => type).filter((type) => type.startsWith("auto_comp"));
    expect(told).toEqual(["auto_compaction_start", "auto_compaction_end"]);
  });

  test("stays in its session where nobody would follow it", async () => {
    await begin({}, false);
    const old = holder.current;
    live.models.scriptFor(isHandOff, text(DOCUMENT));
    live.models.script(large(), text("going on"));
    await old.prompt("Fix the parser.");
    expect(holder.current).toBe(old);
    expect(old.messages).toMatchObject([
      { role: "compactionSummary", summary: expect.stringContaining(DOCUMENT) },
      { customType: "auto-continue" },
      { role: "assistant" },
    ]);
  });

  test("a session that may not be opened is told of once, and the old one goes on", async () => {
    await begin();
    const old = holder.current;
    holder.guard(async () => false);
    live.models.scriptFor(isHandOff, text(DOCUMENT));
    live.models.script(large());
    await old.prompt("Fix the parser.");
    expect(holder.current).toBe(old);
    expect(events.filter(({ type }) => type === "session_note")).toMatchObject([
      { text: expect.stringContaining("No new session was begun: ") },
    ]);
    expect(old.messages.length).toBe(2);
  });

  test("can be cancelled, and then nothing has changed", async () => {
    await begin();
    const old = holder.current;
    const gate = hold();
    live.models.scriptFor(isHandOff, reply([gate, text(DOCUMENT)]));
    live.models.script(large());
    const done = old.prompt("Fix the parser.");
    await gate.reached;
    await old.abort();
    await done;
    gate.release();
    expect(holder.current).toBe(old);
    expect(old.messages.at(-1)).toMatchObject({ role: "assistant" });
    await eventually(() => events.some(({ type }) => type === "auto_compaction_end"));
    expect(events).toContainEqual(
      expect.objectContaining({ type: "auto_compaction_end", aborted: true }),
    );
  });
});
