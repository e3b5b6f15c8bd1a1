// `omp trust` lists, adds and removes; without trust a run that nobody watches is refused with its own exit code, and
// a file of the project is not even opened.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { join } from "node:path";
import { mkdirSync, symlinkSync } from "node:fs";
import { createOmp } from "../../testing/omp-process.ts";

describe("omp trust", () => {
  test("a headless run is refused until the project is trusted or left out", async () => {
    await using omp = createOmp();
    omp.workspace.write({ ".omp/settings.json": '{"tools":{"approvalMode":"always-ask"}}' });
    const refused = await omp.run(["-p", "hi"]);
    expect(refused).toMatchObject({ exitCode: 6, stdout: "" });
    expect(refused.stderr).toContain("omp trust add");
    expect(omp.models.requests).toHaveLength(0);
    omp.models.script(reply(text("hello")));
    expect((await omp.run(["-p", "hi", "--no-project"])).exitCode).toBe(0);
    expect((await omp.run(["trust", "add"])).stdout).toBe(`Trusted ${omp.workspace.path}\n`);
    omp.models.script(reply(text("hello")));
    expect((await omp.run(["-p", "hi"])).exitCode).toBe(0);
    expect((await omp.run(["trust", "remove"])).stdout).toBe(`Forgot ${omp.workspace.path}\n`);
    expect((await omp.run(["-p", "hi"])).exitCode).toBe(6);
  });

  test("a settings file that nobody trusts is not opened: a pipe there does not make omp wait", async () => {
    await using omp = createOmp();
    mkdirSync(omp.workspace.at(".omp"));
    expect(Bun.spawnSync(["mkfifo", omp.workspace.at(".omp/settings.json")]).exitCode).toBe(0);
    expect((await omp.run(["config", "get", "temperature"])).stdout).toBe("-1\n");
    await omp.run(["trust", "add"]);
    const trusted = await omp.run(["config", "get", "temperature"]);
    expect(trusted.stdout).toBe("-1\n");
    expect(trusted.stderr).toContain("is no regular file");
  });

  test("list gives every decision, for people and for programs", async () => {
    await using omp = createOmp();
    expect((await omp.run(["trust", "list"])).stdout).toBe("No project is trusted.\n");
    const alias = join(omp.workspace.root, "alias");
    symlinkSync(omp.workspace.path, alias);
    await omp.run(["trust", "add", alias]);
    expect((await omp.run(["trust"])).stdout).toContain(`${omp.workspace.path}  trusted`);
    const { projects } = JSON.parse((await omp.run(["trust", "list", "--json"])).stdout) as {
      projects: unknown[];
    };
    expect(projects).toMatchObject([{ path: omp.workspace.path, state: "trusted", items: [] }]);
  });

  const mistakes: [args: string[], says: string][] = [
    [["add", "nowhere"], "There is no folder"],
    [["allow"], "Unknown action: allow. Use omp trust list|add|remove."],
    [["add", "a", "b"], 'omp trust takes 2 words; "b" is one too many'],
  ];
  for (const [args, says] of mistakes) {
    test(`${args.join(" ")} is refused`, async () => {
      await using omp = createOmp();
      const run = await omp.run(["trust", ...args]);
      expect(run).toMatchObject({ exitCode: 2, stdout: "" });
      expect(run.stderr).toContain(says);
    });
  }
});
