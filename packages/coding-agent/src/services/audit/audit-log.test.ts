// The chain of decisions: whole over files and processes, private, and any change to it is found.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appendAudit, readAudit, verifyAudit } from "./audit-log.ts";

const facts = (target: string) => ({
  time: "2026-01-01T00:00:00.000Z",
  pid: 1,
  session: "s",
  tool: "bash",
  verdict: "allowed",
  target,
  origin: "model",
});

function written(count: number, maxBytes?: number) {
  const workspace = createWorkspace();
  const folder = join(workspace.home, "audit");
  const place = { folder, platform: process.platform, ...(maxBytes && { maxBytes }) };
  for (let at = 0; at < count; at++) appendAudit(place, facts(`command ${at}`));
  return { workspace, folder, place, [Symbol.dispose]: () => workspace[Symbol.dispose]() };
}

describe("the audit", () => {
  test("is whole and private, and gives the newest lines", () => {
    using audit = written(5);
    expect(verifyAudit(audit.folder)).toEqual({ ok: true, lines: 5, files: 1 });
    expect(readAudit(audit.folder, 2).map(({ target }) => target)).toEqual([
      "command 3",
      "command 4",
    ]);
    for (const name of readdirSync(audit.folder))
      expect(statSync(join(audit.folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(audit.folder).mode & 0o777).toBe(0o700);
  });

  test("the chain goes on when a new file is begun, and when old ones are gone", () => {
    using audit = written(60, 1000);
    const names = readdirSync(audit.folder).filter((name) => name.endsWith(".jsonl"));
    expect(names.length).toBeGreaterThan(3);
    expect(names.length).toBeLessThan(11);
    const check = verifyAudit(audit.folder);
    expect(check.ok).toBe(true);
    expect(readAudit(audit.folder, 1)[0]?.seq).toBe(60);
  });

  const tricks: [name: string, change: (lines: string[]) => string[]][] = [
    ["a changed word", (lines) => lines.with(2, lines[2]!.replace("allowed", "denied"))],
    ["a line taken out", (lines) => lines.toSpliced(2, 1)],
    ["a line put in", (lines) => lines.toSpliced(2, 0, lines[1]!)],
    ["two lines swapped", (lines) => lines.with(1, lines[2]!).with(2, lines[1]!)],
    ["the last line cut off", (lines) => lines.slice(0, -1)],
    ["everything emptied", () => []],
    ["a line that is none", (lines) => lines.with(0, "{}")],
  ];
  for (const [name, change] of tricks)
    test(`${name} is found`, () => {
      using audit = written(5);
      const path = join(audit.folder, "audit.jsonl");
      const lines = readFileSync(path, "utf8").trimEnd().split("\n");
      writeFileSync(
        path,
        change(lines)
          .map((line) => `${line}\n`)
          .join(""),
      );
      expect(verifyAudit(audit.folder).ok).toBe(false);
    });

  test("a removed file in the middle is found", () => {
    using audit = written(60, 1000);
    const [, second] = readdirSync(audit.folder)
      .filter((name) => /audit-/.test(name))
      .sort();
    writeFileSync(join(audit.folder, second ?? ""), "");
    expect(verifyAudit(audit.folder).ok).toBe(false);
  });

  test("processes that write at once keep one chain", async () => {
    using audit = written(1);
    const script = `import { appendAudit } from ${JSON.stringify(join(import.meta.dir, "audit-log.ts"))};
      for (let at = 0; at < 25; at++) appendAudit(${JSON.stringify(audit.place)}, ${JSON.stringify(facts("x"))});`;
    const runs = [1, 2, 3].map(() => Bun.spawn([process.execPath, "-e", script]).exited);
    expect(await Promise.all(runs)).toEqual([0, 0, 0]);
    expect(verifyAudit(audit.folder)).toEqual({ ok: true, lines: 76, files: 1 });
  });
});
