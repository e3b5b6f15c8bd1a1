// `--export` writes a page of any session, in use or not, and says plainly what it cannot.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync } from "node:fs";
import { createOmp } from "../testing/omp-process.ts";

const fake = ["--model", "fake/m"];

describe("--export", () => {
  test("by id, into the given file; what was said and done is on the page", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "echo <b>" })), reply(text("all <done>")));
    await omp.run([...fake, "-p", "say & do"]);
    const id = String(omp.sessionLines()[0]?.["id"]);
    const run = await omp.run(["--export", id, "page.html"]);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const page = readFileSync(run.stdout.trim(), "utf8");
    for (const part of ["say &amp; do", "all &lt;done&gt;", "echo &lt;b&gt;"])
      expect(page).toContain(part);
    expect(omp.models.requests).toHaveLength(2);
  });

  test.each([
    [["--export", "nope"], 1],
    [["--export"], 2],
    [["--export", "x.txt"], 1],
    [["--export", "x.txt", "a", "b"], 2],
  ])("%p ends with %p and one line", async (args, exitCode) => {
    await using omp = createOmp();
    omp.workspace.write({ "x.txt": "no session\n" });
    const run = await omp.run(args);
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
