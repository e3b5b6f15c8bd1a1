// Contract: output of known programs gets shorter, every line that may speak of a problem stays, what is nobody's format
// is left alone, and the raw text is always kept.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findMinimizer } from "./find-minimizer.ts";
import { isProblemLine, minimizeOutput } from "./minimize.ts";

const ALL = { only: [], except: [] };

/** Command, its recorded output, the most that may remain of it, and what must. */
const RECORDED: readonly (readonly [string, string, number, readonly string[]])[] = [
  [
    "git push -u origin HEAD:main",
    "git-push",
    0.1,
    ["To ../r.git", "HEAD -> main", "set up to track"],
  ],
  ["git commit -m first", "git-commit", 0.15, ["40 files changed", "first"]],
  [
    "git -C w status",
    "git-status",
    0.75,
    ["modified:   f1.txt", "deleted:    f2.txt", "untracked.txt"],
  ],
  [
    "npm install --force --loglevel http",
    "npm-install",
    0.25,
    ["ERESOLVE overriding peer", "Found: react@19.0.0", "added 15 packages"],
  ],
  [
    "pnpm i",
    "pnpm-install",
    0.55,
    ["unmet peer react", "+ react 19.0.0", "Ignored build scripts: esbuild", "Done in"],
  ],
  ["yarn", "yarn-install", 0.5, ["incorrect peer dependency", "Done in 12.35s"]],
  ["yarn add lodash@4.17.15", "yarn-add", 0.5, ["incorrect peer", "Saved 1 new dependency"]],
  ["yarn install", "yarn-berry", 0.6, ["doesn't satisfy what react-dom", "Done with warnings"]],
  ["bun test src", "bun-test", 0.3, ["(fail) money > rounds half up", "Expected: 1", "1 fail"]],
  [
    "cargo test --offline",
    "cargo-test",
    0.75,
    ["wrong sum", "test result: FAILED. 25 passed; 1 failed"],
  ],
  [
    "go test -v ./...",
    "go-test",
    0.35,
    ["calc_test.go:121: got 2, want 3", "--- FAIL: TestWrong", "ok  \t"],
  ],
  [
    "python3 -m pytest -v",
    "pytest",
    0.25,
    ["collected 91 items", "values differ", "1 failed, 90 passed"],
  ],
  ["npx jest --verbose", "jest", 0.6, ["✕ adds", "Received: 2", "1 skipped, 25 passed"]],
  ["npx vitest run", "vitest", 0.8, ["× adds", "expected 2 to be 3", "25 passed"]],
  ["npx vitest run", "vitest-colored", 0.8, ["adds", "expected 2 to be 3", "25 passed"]],
  ["npx tsc --noEmit", "tsc", 0.75, ["a6.ts:2:41 - error TS2339", "Found 12 errors"]],
  ["eslint src", "eslint", 0.5, ["'missing' is not defined", "✖ 39 problems", "no-console"]],
  ["make -j4", "make", 0.7, ["undeclared_thing", "Error 2", "make -C sub"]],
  [
    "docker build .",
    "docker-build",
    0.6,
    ["npm error code EUSAGE", "[2/4] WORKDIR /app", "failed to solve"],
  ],
  ["docker pull node:22", "docker-pull", 0.2, ["Digest: sha256", "Status: Downloaded"]],
];

const read = (name: string) =>
  readFileSync(join(import.meta.dir, "fixtures", `${name}.txt`), "utf8");

describe("recorded output", () => {
  test.each(RECORDED)("%s (%s) keeps at most %d", (command, name, share, wanted) => {
    const raw = read(name);
    const minimizer = findMinimizer(command, ALL);
    if (minimizer === undefined) throw new Error("nobody knows the command");
    // Short samples are not worth a shorter form; twice the same is.
    const short = minimizeOutput(minimizer, raw) ?? minimizeOutput(minimizer, `${raw}\n${raw}`);
    expect(short).toBeDefined();
    const whole = minimizeOutput(minimizer, raw) === undefined ? raw.length * 2 : raw.length;
    expect((short ?? "").length / whole).toBeLessThan(share);
    for (const text of wanted) expect(short).toContain(text);
  });
});

describe("no line that may speak of a problem is lost", () => {
  const problem = fc.constantFrom("error: x", "FAILED", "fatal: no", "panic: y", "not found");
  const problems = (text: string) =>
    text
      .split(/\r*\n|\r+/)
      .filter((part) => part.trim() !== "" && isProblemLine(part))
      .join("\n")
      .trimEnd();

  test.each(RECORDED)("%s (%s)", (command, name) => {
    const lines = read(name).split(/\r*\n|\r+/);
    const line = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...lines) },
      fc.tuple(fc.constantFrom(...lines), problem).map(([text, sign]) => `${text} ${sign}`),
      fc.string(),
    );
    const minimizer = findMinimizer(command, ALL);
    if (minimizer === undefined) throw new Error("nobody knows the command");
    fc.assert(
      fc.property(fc.array(line, { minLength: 30, maxLength: 60 }), (texts) => {
        const raw = texts.join("\n");
        const short = minimizeOutput(minimizer, raw);
        if (short !== undefined) expect(problems(short)).toBe(problems(raw));
      }),
      { numRuns: 50 },
    );
  });
});

describe("which commands are known", () => {
  test.each([
    ["/usr/bin/git push", "git"],
    ["CI=1 npm ci 2>&1", "npm"],
    ["pnpm exec eslint .", "eslint"],
    ["uv run pytest -q", "pytest"],
    ["git diff", undefined],
    ["git log", undefined],
    ["npm ci && npm test", undefined],
    ["cargo build | cat", undefined],
    ["make > log", undefined],
    ["make &", undefined],
    ["echo make", undefined],
    ["docker ps", undefined],
    ["make 'unclosed", undefined],
  ])("%s", (command, name) => expect(findMinimizer(command, ALL)?.name).toBe(name));

  test("the user's lists decide", () => {
    expect(findMinimizer("pnpm i", { only: ["pnpm"], except: [] })?.name).toBe("npm");
    expect(findMinimizer("make", { only: ["npm"], except: [] })).toBeUndefined();
    expect(findMinimizer("make", { only: [], except: ["make"] })).toBeUndefined();
  });
});
