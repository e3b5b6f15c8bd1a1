// G7: a lease covers exactly what was said yes to: this tool, these paths, this form of command, this long.
import { describe, expect, test } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { scopeText } from "./lease.ts";
import { LeaseBook } from "./lease-book.ts";

const parameters = { type: "object" } as const;
const bash = defineTool({ name: "bash", description: "", parameters, run: () => "" });
const write = defineTool({
  name: "write",
  description: "",
  parameters,
  traits: { touches: ({ path }) => ({ written: [String(path)] }) },
  run: () => "",
});

const commands: [given: string, asked: string, isCovered: boolean][] = [
  ["git commit -m x", "git commit --amend", true],
  ["git commit -m x", "git push", false],
  ["git commit -m x", "git commitx", false],
  ["git commit -m x", "git commit; rm -rf .", false],
  ["git commit -m x", "git commit $(id)", false],
  ["git commit -m x", "git commit > ~/.bashrc", false],
  ["git commit -m x", "git commit\nid", false],
  ["ls", "ls -la src", true],
  ["ls", "lsof", false],
  ["npm test | tee log", "npm test | tee log", true],
  ["npm test | tee log", "npm test", false],
  ["bash -c x", "bash -c y", false],
  ["python3 a.py", "python3 b.py", false],
];
const paths: [given: string, asked: string, isCovered: boolean][] = [
  ["src/a.ts", "src/deep/b.ts", true],
  ["src/a.ts", "/w/p/c.ts", true],
  ["src/a.ts", "../c.ts", false],
  ["src/a.ts", "/w/project2/c.ts", false],
  ["/etc/a/x", "/etc/a/y", true],
  ["/etc/a/x", "/etc/b", false],
];

function covered(tool: Tool, given: object, asked: object, other = tool): boolean {
  const book = new LeaseBook("/w/p", () => 0);
  book.grant(book.offer({ tool, args: given }, false), "session");
  return book.covering({ tool: other, args: asked }, false) !== undefined;
}

describe("a lease", () => {
  for (const [given, asked, isCovered] of commands)
    test(`${given} ${isCovered ? "covers" : "does not cover"} ${JSON.stringify(asked)}`, () => {
      expect(covered(bash, { command: given }, { command: asked })).toBe(isCovered);
    });
  for (const [given, asked, isCovered] of paths)
    test(`${given} ${isCovered ? "covers" : "does not cover"} ${asked}`, () => {
      expect(covered(write, { path: given }, { path: asked })).toBe(isCovered);
    });

  test("is for one tool", () => {
    expect(covered(bash, { command: "ls" }, { command: "ls" }, write)).toBe(false);
  });

  test("ends with its time, is listed until then, and can be taken back", () => {
    let now = 0;
    const book = new LeaseBook("/w/p", () => now);
    const call = { tool: bash, args: { command: "ls" } };
    const { id } = book.grant(book.offer(call, false), "quarter");
    expect(book.describe()).toEqual(["1  bash: ls … (15 min left)"]);
    expect(book.revoke("7")).toBe(0);
    expect(book.revoke(id)).toBe(1);
    expect(book.covering(call, false)).toBeUndefined();
    book.grant(book.offer(call, false), "quarter");
    now = 15 * 60_000;
    expect(book.covering(call, false)).toBeUndefined();
    expect(book.list()).toEqual([]);
  });

  test("given before text from elsewhere does not hold after it", () => {
    const book = new LeaseBook("/w/p", () => 0);
    const call = { tool: bash, args: { command: "git push" } };
    book.grant(book.offer(call, false), "session");
    expect(book.covering(call, true)).toBeUndefined();
    book.grant(book.offer(call, true), "session");
    expect(book.covering(call, true)).toBeDefined();
  });

  test("says what it covers", () => {
    const book = new LeaseBook("/w/p", () => 0);
    const text = (tool: Tool, args: object): string => scopeText(book.offer({ tool, args }, false));
    expect(text(bash, { command: "cargo build" })).toBe("bash: cargo build …");
    expect(text(bash, { command: "a | b" })).toBe("bash: exactly a | b");
    expect(text(write, { path: "x" })).toBe("write in /w/p");
  });
});
