// Prompts come back newest first, each once, by any part of them; the database is private, shared by several
// processes, and its loss stops nobody.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import fc from "fast-check";
import { PromptHistory } from "./prompt-history.ts";

let workspace: Workspace;
let problems: string[];
beforeEach(() => {
  workspace = createWorkspace();
  problems = [];
});
afterEach(() => workspace[Symbol.dispose]());

const file = (): string => workspace.at("agent", "history.db");
const open = (path = file()): PromptHistory =>
  new PromptHistory({
    file: path,
    now: () => 1_700_000_000_500,
    onProblem: (message) => problems.push(message),
  });
const promptsOf = (found: readonly { prompt: string }[]): string[] =>
  found.map(({ prompt }) => prompt);

function remembering(...prompts: string[]): PromptHistory {
  const history = open();
  for (const prompt of prompts) history.add(prompt, "/w");
  return history;
}

describe("remembering", () => {
  test("newest first, with where and when", () => {
    using history = remembering("one", "two");
    expect(history.recent(10)).toEqual([
      { prompt: "two", cwd: "/w", createdAt: 1_700_000_000 },
      { prompt: "one", cwd: "/w", createdAt: 1_700_000_000 },
    ]);
    expect(promptsOf(history.recent(1))).toEqual(["two"]);
  });

  test("the same prompt again at once is one, also from another process", () => {
    using history = remembering("a", "a", " a\n", "b", "a");
    using other = open();
    other.add("a", "/elsewhere");
    history.add("a", "/w");
    using raw = new Database(file(), { readonly: true });
    const rows = raw.query<{ prompt: string }, []>("SELECT prompt FROM history ORDER BY id").all();
    expect(promptsOf(rows)).toEqual(["a", "b", "a"]);
    expect(promptsOf(history.recent(10))).toEqual(["a", "b"]);
  });

  test("blanks are not worth it, and nothing is opened before it is needed", () => {
    using history = open();
    history.add(" \n", "/w");
    expect(existsSync(file())).toBe(false);
    expect(history.recent(5)).toEqual([]);
    expect(existsSync(file())).toBe(true);
  });

  test("lasts", () => {
    remembering("kept")[Symbol.dispose]();
    using again = open();
    expect(promptsOf(again.recent(5))).toEqual(["kept"]);
  });

  test("is for the owner's eyes only", () => {
    mkdirSync(workspace.at("agent"));
    writeFileSync(file(), "", { mode: 0o644 });
    using _history = remembering("secret");
    for (const name of readdirSync(workspace.at("agent")))
      expect([name, statSync(workspace.at("agent", name)).mode & 0o777]).toEqual([name, 0o600]);
  });
});

describe("searching", () => {
  test.each<[string, string[]]>([
    ["pars", ["fix the Parser", "parse 100% of it"]],
    ["PARSER", ["fix the Parser"]],
    ["the fix", ["fix the Parser"]],
    ["arser", ["fix the Parser"]],
    ["100%", ["parse 100% of it"]],
    ["%", ["parse 100% of it"]],
    ["_", ["snake_case"]],
    ['"quoted" OR', ['a "quoted" OR b']],
    ["near( AND", []],
    ["*", []],
    ["日本", ["日本語で"]],
    ["nothing", []],
  ])("%p", (query, expected) => {
    using history = remembering(
      "日本語で",
      'a "quoted" OR b',
      "snake_case",
      "parse 100% of it",
      "fix the Parser",
    );
    expect(promptsOf(history.search(query, 10))).toEqual(expected);
    expect(problems).toEqual([]);
  });

  test("an empty query lists what is recent; the limit holds", () => {
    using history = remembering("a1", "a2", "a3", "a1");
    expect(promptsOf(history.search(" ", 2))).toEqual(["a1", "a3"]);
    expect(promptsOf(history.search("a", 2))).toEqual(["a1", "a3"]);
  });

  test("any part of a prompt finds it, and no query does harm", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: "grapheme" }),
        fc.nat(),
        fc.nat(),
        (text, from, length) => {
          const prompt = `x${text.replaceAll("\0", "")}`.trim();
          using history = open(workspace.at(`${crypto.randomUUID()}.db`));
          history.add(prompt, "/w");
          const start = from % prompt.length;
          const part = prompt.slice(start, start + 1 + (length % prompt.length));
          if (part.isWellFormed() && prompt.isWellFormed())
            expect(promptsOf(history.search(part, 5))).toEqual([prompt]);
          history.search(text, 5);
          expect(problems).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  }, 30_000);
});

describe("trouble", () => {
  test("a file that is no database is kept aside, and a new one begun", () => {
    mkdirSync(workspace.at("agent"));
    writeFileSync(file(), "this is not a database, but somebody's text ".repeat(100));
    using history = remembering("after");
    expect(promptsOf(history.recent(5))).toEqual(["after"]);
    const aside = workspace.at("agent", "history.db.damaged-2023-11-14T22-13-20-500Z");
    expect(readFileSync(aside, "utf8")).toStartWith("this is not a database");
    expect(problems).toEqual([
      `The prompt history was damaged. It was kept as ${aside}, and a new one was begun.`,
    ]);
  });

  test("damage inside of it is noticed when it is met", () => {
    const many = Array.from({ length: 500 }, (_, index) => `prompt ${index} ${"x".repeat(200)}`);
    remembering(...many)[Symbol.dispose]();
    const bytes = readFileSync(file());
    bytes.fill(0xee, 8192, bytes.length - 4096);
    writeFileSync(file(), bytes);
    using history = open();
    history.search("prompt", 600);
    history.add("after", "/w");
    expect(promptsOf(history.recent(5))).toEqual(["after"]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("was damaged");
  });

  test("a place where it cannot be is reported in words", () => {
    workspace.write({ "a-file": "" });
    using history = open(workspace.at("a-file", "history.db"));
    history.add("x", "/w");
    expect(history.recent(5)).toEqual([]);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(`The prompt history ${workspace.at("a-file")}`);
  });

  test("another process that holds it is waited for, not for long, and reported", () => {
    using history = remembering("before");
    using other = new Database(file());
    other.run("BEGIN IMMEDIATE");
    history.add("lost", "/w");
    expect(problems).toEqual([expect.stringContaining("database is locked")]);
    other.run("ROLLBACK");
    history.add("kept", "/w");
    expect(promptsOf(history.recent(5))).toEqual(["kept", "before"]);
  });

  test("a database of the described system is taken as it is", () => {
    mkdirSync(workspace.at("agent"));
    {
      using raw = new Database(file());
      raw.run(`CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, prompt TEXT NOT NULL,
        created_at INTEGER NOT NULL DEFAULT (unixepoch()), cwd TEXT);
        CREATE VIRTUAL TABLE history_fts USING fts5(prompt, content='history', content_rowid='id');
        CREATE TRIGGER history_ai AFTER INSERT ON history BEGIN
          INSERT INTO history_fts(rowid, prompt) VALUES (new.id, new.prompt); END;
        INSERT INTO history (prompt, cwd) VALUES ('from before', '/w')`);
    }
    using history = remembering("and now");
    expect(promptsOf(history.recent(5))).toEqual(["and now", "from before"]);
    expect(promptsOf(history.search("befo", 5))).toEqual(["from before"]);
    expect(problems).toEqual([]);
  });
});
