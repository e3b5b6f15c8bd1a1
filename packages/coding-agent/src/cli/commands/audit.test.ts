// `omp audit` shows what was decided as a table, and names the line that somebody changed.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../../testing/omp-process.ts";

async function decided(): Promise<OmpProcess> {
  const omp = createOmp();
  const rules = { tools: { approval: { write: "deny" } } };
  writeFileSync(join(omp.workspace.home, ".omp/agent/config.yml"), JSON.stringify(rules));
  omp.models.script(
    reply(toolCall("bash", { command: "echo one; printf '\\033]0;x\\007'" })),
    reply(toolCall("write", { path: "a.txt", content: "x" })),
    reply(toolCall("read", { path: "nothing.txt" })),
    reply(text("done")),
  );
  expect((await omp.run(["--model", "fake/m", "-p", "go"])).exitCode).toBe(0);
  return omp;
}

describe("omp audit", () => {
  test("lists what was decided, newest last, for people and for programs", async () => {
    await using omp = await decided();
    const { stdout } = await omp.run(["audit"]);
    const [heading, ...rows] = stdout.trimEnd().split("\n");
    expect(heading).toMatch(/^when \(UTC\) +decision +tool +asked by +what$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1, 4))).toEqual([
      ["allowed", "bash", "model"],
      ["denied", "write", "model"],
      ["allowed", "read", "model"],
    ]);
    expect(rows[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/);
    expect(rows[2]).toEndWith("nothing.txt");
    const lines = JSON.parse((await omp.run(["audit", "show", "1", "--json"])).stdout) as unknown[];
    expect(lines).toMatchObject([{ seq: 3, tool: "read", verdict: "allowed" }]);
  });

  test("a changed line is named, and the exit code says so", async () => {
    await using omp = await decided();
    const whole = await omp.run(["audit", "verify"]);
    expect(whole).toMatchObject({
      exitCode: 0,
      stdout: "The chain is whole: 3 decisions in 1 file.\n",
    });
    const path = join(omp.workspace.home, ".omp/agent/audit/audit.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace('"denied"', '"allowed"'));
    const changed = await omp.run(["audit", "verify"]);
    expect(changed.exitCode).toBe(1);
    expect(changed.stdout).toContain("audit.jsonl: line 2 (number 2) was changed");
    const forPrograms = await omp.run(["audit", "verify", "--json"]);
    expect(JSON.parse(forPrograms.stdout)).toMatchObject({ ok: false });
  });

  test("nothing was decided yet", async () => {
    await using omp = createOmp();
    expect((await omp.run(["audit"])).stdout).toBe("No tool call was decided about yet.\n");
  });
});
