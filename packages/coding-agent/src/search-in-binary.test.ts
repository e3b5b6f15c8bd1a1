// Searches, structural edits and summaries inside the shipped binary: what they need is in it, and an empty home is enough.
import { expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtPackageBin, createOmp, type OmpProcess } from "./testing/omp-process.ts";

const fake = ["--model", "fake/m"];
const BODY = "  a();\n  b();\n  c();\n  d();\n";
/** More files than are searched without ripgrep. */
const MANY = 400;

function prepare(omp: OmpProcess): void {
  const files: Record<string, string> = {
    "a.ts": `function f() {\n${BODY}}\nlog(1);\n`,
    "b.go": `package p\n\nfunc f() {\n${BODY}}\n`,
    "c.xml": "<a><b>needle</b></a>\n",
  };
  for (let at = 0; at < MANY; at++) files[`many/f${at}.txt`] = at === 7 ? "needle\n" : "hay\n";
  omp.workspace.write(files);
}

const unpackedDir = (omp: OmpProcess): string => join(omp.workspace.home, ".omp/agent/unpacked");

test("search, find, ast_grep, ast_edit with resolve, and summaries", async () => {
  await using omp = createOmp();
  prepare(omp);
  omp.models.script(
    reply([
      toolCall("search", { pattern: "n[e]{2}dle", paths: ["many"] }),
      toolCall("find", { paths: ["f39*.txt"] }),
      toolCall("ast_grep", { pat: "log($A)", paths: ["a.ts"] }),
      toolCall("ast_grep", { pat: "func $F() { $$$B }", paths: ["b.go"] }),
      toolCall("ast_grep", { pat: "<b>$X</b>", paths: ["c.xml"] }),
      toolCall("read", { path: "b.go" }),
    ]),
    reply(toolCall("ast_edit", { ops: [{ pat: "log($A)", out: "warn($A)" }], paths: ["."] })),
    reply(toolCall("resolve", { action: "apply", reason: "ok" })),
    reply(text("Done.")),
  );
  expect(await omp.run([...fake, "-p", "go"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  const last = omp.models.requests.at(-1)?.body ?? "";
  for (const part of [
    "## f7.txt#",
    "many/f399.txt",
    "*7:log(1)",
    "meta: F=f",
    "meta: X=needle",
    "3-8:func f() { .. }",
    "Applied 1 replacement in 1 file.",
  ])
    expect(last).toContain(part);
  expect(omp.workspace.read("a.ts")).toContain("warn(1)");
  const forced = JSON.parse(omp.models.requests[2]?.body ?? "{}") as Record<string, unknown>;
  expect(forced["tool_choice"]).toMatchObject({ type: "tool", name: "resolve" });
  const names = readdirSync(unpackedDir(omp));
  expect(names.map((name) => name.replace(/^[0-9a-f]{16}-/, "")).sort()).toEqual([
    `rg-${process.platform}-${process.arch}`,
    `xml-${process.platform}-${process.arch}.node`,
  ]);
  expect(statSync(unpackedDir(omp)).mode & 0o777).toBe(0o700);
});

test("what was put in the place of an unpacked program is not run", async () => {
  await using omp = createOmp();
  prepare(omp);
  const grep = () => omp.run(["grep", "needle", "many"]);
  expect((await grep()).stdout).toContain("f7.txt");
  const [name = ""] = readdirSync(unpackedDir(omp));
  const marker = omp.workspace.at("ran");
  writeFileSync(join(unpackedDir(omp), name), `#!/bin/sh\ntouch ${marker}\n`);
  expect((await grep()).stdout).toContain("f7.txt");
  expect(readdirSync(omp.workspace.path)).not.toContain("ran");
});

test("a folder that others may write to is left alone", async () => {
  await using omp = createOmp();
  prepare(omp);
  mkdirSync(unpackedDir(omp), { recursive: true });
  chmodSync(unpackedDir(omp), 0o777);
  expect((await omp.run(["grep", "needle", "many"])).stdout).toContain("f7.txt");
  expect(readdirSync(unpackedDir(omp))).toEqual([]);
});

test("omp grep", async () => {
  await using omp = createOmp();
  omp.workspace.write({ "d/a.txt": "one\ntwo\n", "d/b.md": "TWO\n" });
  const run = (...args: string[]) => omp.run(["grep", ...args]);
  expect((await run("two")).stdout).toMatch(/^# d\/\n## a\.txt#[0-9a-f]{4}\n 1:one\n\*2:two\n$/);
  expect((await run("-i", "two", "d/*.md")).stdout).toContain("*1:TWO");
  expect(await run("zzz")).toMatchObject({ exitCode: 0, stdout: "No matches found\n" });
  expect(await run("two", "nowhere")).toMatchObject({
    exitCode: 1,
    stderr: "omp: Path not found: nowhere\n",
  });
  expect((await run("--skip", "1", "two")).stdout).toContain("beyond the last of 1 files");
  expect(await run()).toMatchObject({ exitCode: 2 });
  expect(await run("--skip", "x", "two")).toMatchObject({ exitCode: 2 });
});

test("the npm package carries the same, wherever it is started", async () => {
  await using omp = createOmp();
  prepare(omp);
  const run = (...args: string[]) =>
    runProcess([builtPackageBin(), ...args], { cwd: omp.workspace.path, env: omp.workspace.env() });
  expect((await run("read", "b.go")).stdout).toContain("3-8:func f() { .. }");
  expect((await run("grep", "needle", "many")).stdout).toContain("f7.txt");
  expect(readdirSync(unpackedDir(omp))).toHaveLength(1);
});
