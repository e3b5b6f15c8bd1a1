// `--export` writes a page of any session, in use or not, and says plainly what it cannot.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync } from "node:fs";
import { createOmp } from "../testing/omp-process.ts";
import { startRpcHost } from "../testing/rpc-host.ts";

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

  test("after a branch the page has the way that was kept", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(
      ...["first answer", "left answer", "kept answer"].map((said) => reply(text(said))),
    );
    for (const message of ["begin", "the way that was left"]) {
      const from = host.frames().length;
      await host.ask("prompt", { message });
      await host.next(({ type }) => type === "agent_end", from);
    }
    const { messages } = (await host.ask("get_branch_messages")).data as {
      messages: { entryId: string; text: string }[];
    };
    await host.ask("branch", { entryId: messages.find((each) => each.text !== "begin")?.entryId });
    const from = host.frames().length;
    await host.ask("prompt", { message: "the way that was kept" });
    await host.next(({ type }) => type === "agent_end", from);
    const { path } = (await host.ask("export_html")).data as { path: string };
    const page = readFileSync(path, "utf8");
    expect(page).toContain("kept answer");
    expect(page).not.toContain("left answer");
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
