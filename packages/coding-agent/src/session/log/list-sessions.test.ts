// Lists hold the sessions in which something was answered, newest first, under a name that a person knows
// them by; damaged and foreign files neither hide others nor stop a list.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { describeSessions } from "./describe-session.ts";
import type { NewEntry } from "./entry.ts";
import { listAllSessions, listFolders, listProjectSessions } from "./list-sessions.ts";
import { searchSessions } from "./search-sessions.ts";
import { answered, said, writeSession } from "./testing/written-session.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const host = { home: "/home/x", tmp: "/tmp", env: {} };
const scope = (cwd = "/home/x/w") => ({ sessionsDir: workspace.path, cwd, host });
const TALK = [said("fix the parser"), answered("done")];

function session(
  folder: string,
  name: string,
  options: { title?: string; entries?: NewEntry[]; modified?: number; cwd?: string } = {},
): string {
  const { title, entries = TALK, modified = 1000, cwd = "/home/x/w" } = options;
  return writeSession({
    file: workspace.at(folder, `2026-01-01T00-00-00-000Z_${name}.jsonl`),
    cwd,
    header: { id: name, ...(title !== undefined && { title }) },
    entries,
    modified,
  });
}

describe("which sessions are listed", () => {
  test("those of the project, under both names of its folder, newest first", () => {
    session("-w", "a", { modified: 100 });
    session("--home-x-w--", "b", { modified: 300 });
    session("-w", "c", { modified: 200 });
    session("-other", "d", { cwd: "/home/x/other" });
    expect(listProjectSessions(scope()).map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(listProjectSessions(scope("/home/x/nothing"))).toEqual([]);
  });

  test("those of all projects", () => {
    session("-w", "a", { modified: 100 });
    session("-other", "d", { modified: 200, cwd: "/home/x/other" });
    writeFileSync(workspace.at("stray-file"), "");
    expect(listAllSessions(workspace.path).map(({ id, cwd }) => [id, cwd])).toEqual([
      ["d", "/home/x/other"],
      ["a", "/home/x/w"],
    ]);
    expect(listAllSessions(workspace.at("missing"))).toEqual([]);
  });

  test("not those of a project whose path gives the same folder name", () => {
    session("-a-b", "mine", { cwd: "/home/x/a-b" });
    session("-a-b", "theirs", { cwd: "/home/x/a/b" });
    session("-a-b", "brought here by hand", { cwd: "/elsewhere" });
    const ids = listProjectSessions(scope("/home/x/a-b")).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(["brought here by hand", "mine"]);
  });

  test("not those without an answer, unless asked for", () => {
    session("-w", "unanswered", { entries: [said("hello?")] });
    session("-w", "quoting", { entries: [said('I got {"role":"assistant"} back')] });
    session("-w", "empty", { entries: [] });
    session("-w", "long prompt", { entries: [said("x".repeat(600_000)), answered("yes")] });
    session("-w", "long and alone", { entries: [said("y".repeat(600_000))] });
    expect(listProjectSessions(scope()).map(({ id }) => id)).toEqual(["long prompt"]);
    expect(listProjectSessions(scope(), { withUnanswered: true })).toHaveLength(5);
  });

  test("an answer is found wherever it lies in the file", () => {
    for (let length = 3500; length < 4200; length += 7)
      session("-w", `at ${length}`, { entries: [said("x".repeat(length)), answered("yes")] });
    expect(listProjectSessions(scope())).toHaveLength(100);
  });

  test("files that cannot be read as sessions do not stop the list", () => {
    session("-w", "good");
    mkdirSync(workspace.at("-w", "folder_x.jsonl"));
    writeFileSync(workspace.at("-w", "noise_y.jsonl"), Buffer.alloc(9000, 0xff));
    writeFileSync(workspace.at("-w", "empty_z.jsonl"), "");
    writeFileSync(workspace.at("-w", "notes.txt"), "");
    expect(listProjectSessions(scope()).map(({ id }) => id)).toEqual(["good"]);
  });
});

describe("what a session is called", () => {
  const named = (file: string) =>
    listFolders([workspace.at("-w")]).find((it) => it.file === file)?.name;

  test.each<[string, { title?: string; entries?: NewEntry[] }, string]>([
    ["its title", { title: "The parser" }, "The parser"],
    ["its first prompt", {}, "fix the parser"],
    ["its id", { entries: [answered("unasked")] }, "name-me"],
    [
      "forty characters at most",
      { title: "0123456789".repeat(5) },
      `${"0123456789".repeat(4).slice(0, 39)}…`,
    ],
    ["one line", { title: "two\nlines\tand\u0007 bells" }, "two lines and bells"],
    [
      "what the prompt says",
      { entries: [said('a "quoted"\n\\path'), answered("")] },
      'a "quoted" \\path',
    ],
    [
      "the beginning of a long prompt",
      { entries: [said("é\n".repeat(3000)), answered("")] },
      `${"é ".repeat(20).slice(0, 39)}…`,
    ],
  ])("%s", (_, options, expected) => {
    expect(named(session("-w", "name-me", options))).toBe(expected);
  });

  test("its file, when its header is damaged and nothing was said", () => {
    const file = workspace.at("-w", "plain.jsonl");
    mkdirSync(workspace.at("-w"));
    writeFileSync(file, `{"type":"sess\n${JSON.stringify({ role: "assistant" })}\n`);
    expect(named(file)).toBe("plain.jsonl");
  });
});

describe("the full list", () => {
  test("counts messages, and falls back to what the last compaction said", async () => {
    const compaction = (shortSummary?: string): NewEntry => ({
      type: "compaction",
      summary: "long",
      ...(shortSummary !== undefined && { shortSummary }),
      firstKeptEntryId: "x",
      tokensBefore: 1,
    });
    session("-w", "titled", { title: "T", entries: [...TALK, compaction("S")], modified: 4 });
    session("-w", "summed", { entries: [...TALK, compaction("a"), compaction("b")], modified: 3 });
    session("-w", "plain", { modified: 2 });
    const noMessages = session("-w", "silent", { entries: [], modified: 1 });
    const listings = listProjectSessions(scope(), { withUnanswered: true });
    expect(listings.map(({ file }) => file)).toContain(noMessages);
    const described = await describeSessions(listings);
    expect(described.map(({ id, title, messageCount }) => [id, title, messageCount])).toEqual([
      ["titled", "T", 2],
      ["summed", "b", 2],
      ["plain", undefined, 2],
    ]);
  });

  test("can be stopped, and survives files that vanish", async () => {
    session("-w", "a");
    const listings = listProjectSessions(scope());
    const gone = listings.map((listing) => ({ ...listing, file: join(listing.file, "gone") }));
    expect(await describeSessions([...gone, ...listings])).toHaveLength(1);
    expect(describeSessions(listings, AbortSignal.abort())).rejects.toThrow("abort");
  });
});

describe("search", () => {
  const options = { budgetMs: 1000, now: () => 0 };
  const found = async (query: string): Promise<string[]> => {
    const { matches } = await searchSessions(listAllSessions(workspace.path), query, options);
    return matches.map(({ id }) => id).toSorted();
  };

  test("all words must occur, anywhere in id, title, directory or text", async () => {
    session("-w", "alpha", { title: "Tokenizer rewrite" });
    session("-w", "beta", { entries: [said("hello"), answered('The "Tokenizer" is\nfine')] });
    session("-other", "gamma", { cwd: "/srv/tokenizer", entries: TALK });
    expect(await found("tokenizer")).toEqual(["alpha", "beta", "gamma"]);
    expect(await found("TOKENIZER fine")).toEqual(["beta"]);
    expect(await found('"tokenizer"')).toEqual(["beta"]);
    expect(await found("parser tokenizer")).toEqual(["alpha", "gamma"]);
    expect(await found("gam")).toEqual(["gamma"]);
    expect(await found("  ")).toEqual(["alpha", "beta", "gamma"]);
    expect(await found("tokenizer missing")).toEqual([]);
  });

  test("finds text, not the keys and names that a file is made of", async () => {
    session("-w", "a");
    for (const word of ["parentid", "stopreason", "anthropic-messages", "timestamp"])
      expect([word, await found(word)]).toEqual([word, []]);
  });

  test("words may stand in different entries, far apart and in long lines", async () => {
    session("-w", "a", {
      entries: [said(`needle ${"x".repeat(480_000)}`), answered("y".repeat(480_000)), said("ÜBER")],
    });
    session("-w", "b", {
      entries: Array.from({ length: 5 }, (_, index) =>
        answered(`${"z".repeat(450_000)} word${index}`),
      ),
    });
    expect(await found("needle über")).toEqual(["a"]);
    expect(await found("word0 word4")).toEqual(["b"]);
  });

  test("stops reading when its time is over, and says so", async () => {
    session("-w", "a", { modified: 2, entries: [said("x"), answered("later")] });
    session("-w", "b", { modified: 1, entries: [said("x"), answered("later")], title: "later" });
    session("-w", "c", { modified: 0, entries: [said("x"), answered("later")] });
    let time = 0;
    const listings = listAllSessions(workspace.path);
    const result = await searchSessions(listings, "later", { budgetMs: 1, now: () => time++ });
    expect(result.matches.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(result.isComplete).toBe(false);
    const whole = await searchSessions(listings, "later", options);
    expect([whole.matches.length, whole.isComplete]).toEqual([3, true]);
  });
});

test("sessions of the same time keep one order", () => {
  for (const name of ["a", "b", "c"]) utimesSync(session("-w", name), 5, 5);
  expect(listProjectSessions(scope()).map(({ id }) => id)).toEqual(["c", "b", "a"]);
});
