// Contract: what a person means comes first; a match is exactly "the characters in order".
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rankPaths } from "./find-files.ts";
import { scoreFuzzy } from "./fuzzy-score.ts";

const rank = (query: string, ...paths: string[]): string[] =>
  rankPaths(
    query,
    paths.map((path) => ({ path, type: "file" as const })),
    100,
  ).hits.map((hit) => hit.path);

describe("what is meant comes first", () => {
  test.each([
    ["name before directories", "main", ["src/main.ts", "maintenance/x/index.ts"]],
    ["start of the name", "test", ["test.ts", "src/latest.ts"]],
    ["words of a name", "ss", ["src/shell-session.ts", "src/classes.ts"]],
    ["humps", "gO", ["src/getOptions.ts", "src/gigOOoo.ts"]],
    ["humps in lower case", "gto", ["src/getTheOption.ts", "src/gtxxxo.ts"]],
    ["one run before pieces", "app", ["x/y/app.ts", "a/p/p.ts"]],
    ["a run that starts late", "app", ["a/p/app.ts", "a/p/plan.ts"]],
    ["the shorter path", "index", ["index.ts", "a/index.ts", "a/b/c/index.ts"]],
    ["directories and name", "src/shell", ["src/shell.ts", "src/x/y/shell.ts"]],
    [
      "words in any order",
      "session shell",
      ["src/shell-session.ts", "src/session-of-a-shell/readme.md"],
    ],
    ["extensions", "ws.tsx", ["src/window-state.tsx", "src/windows/s.t/s/x"]],
  ])("%s", (_, query, expected) => {
    expect(rank(query, ...expected.toReversed())).toEqual(expected);
  });

  test("capitals in the query make case count", () => {
    expect(rank("README", "readme.txt", "README.md")).toEqual(["README.md"]);
    expect(rank("readme", "README.md")).toEqual(["README.md"]);
  });

  test("positions are where the characters are", () => {
    expect(scoreFuzzy("ss", "shell-session")?.positions).toEqual([0, 6]);
    expect(scoreFuzzy("ab", "a---b-ab")?.positions).toEqual([6, 7]);
    expect(scoreFuzzy("İ", "xİy")?.positions).toEqual([1]);
    expect(
      rankPaths("sess", [{ path: "a/session.ts", type: "file" }], 1).hits[0]?.positions,
    ).toEqual([2, 3, 4, 5]);
  });

  test("an empty query keeps everything in order, within the limit", () => {
    expect(rank("", "b", "a", "c")).toEqual(["a", "b", "c"]);
    expect(
      rankPaths(
        "",
        [
          { path: "a", type: "file" },
          { path: "b", type: "file" },
        ],
        1,
      ),
    ).toMatchObject({ totalHits: 2, hits: { length: 1 } });
  });
});

const texts = fc.string({
  unit: fc.constantFrom("a", "b", "c", "A", "/", "-", "1", "é"),
  maxLength: 30,
});

describe("for any query and text", () => {
  test("there is a match exactly when the characters occur in order", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "1", "é"), maxLength: 5 }),
        texts,
        (query, text) => {
          const isSubsequence = new RegExp(Array.from(query).join(".*"), "is").test(text);
          expect(scoreFuzzy(query, text) !== undefined).toBe(isSubsequence);
        },
      ),
    );
  });

  test("positions ascend and spell the query", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 29 }), { maxLength: 6 }), (text, picks) => {
        const query = [...new Set(picks)]
          .sort((left, right) => left - right)
          .map((at) => text[at] ?? "")
          .join("")
          .toLowerCase();
        const match = scoreFuzzy(query, text);
        expect(
          match?.positions
            .map((at) => text[at] ?? "")
            .join("")
            .toLowerCase(),
        ).toBe(query);
        expect(match?.positions).toEqual(
          [...new Set(match?.positions)].sort((left, right) => left - right),
        );
      }),
    );
  });
});
