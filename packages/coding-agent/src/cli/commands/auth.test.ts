// Keys come from stdin, are kept privately, are used for requests, and are never shown in full.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";

const KEY = "sk-canary-0123456789-abcdef";

describe("omp auth", () => {
  test("add, use, list, remove", async () => {
    await using omp = createOmp();
    const added = await omp.run(["auth", "add", "fake"], { stdin: `${KEY}\n` });
    expect(added).toMatchObject({ exitCode: 0, stdout: "Stored sk-c…cdef for fake.\n" });
    const database = join(omp.workspace.home, ".omp/agent/agent.db");
    expect(statSync(database).mode & 0o777).toBe(0o600);
    omp.models.script(reply(text("ok")));
    await omp.run(["--model", "fake/m", "-p", "hi"]);
    expect(omp.models.requests[0]?.headers.get("x-api-key")).toBe(KEY);
    for (const args of [
      ["auth", "list"],
      ["auth", "list", "--json"],
    ]) {
      const listed = await omp.run(args, { env: { OPENAI_API_KEY: KEY } });
      expect(listed.stdout).toContain("sk-c…cdef");
      expect(listed.stdout).toContain("OPENAI_API_KEY");
      expect(listed.stdout + listed.stderr + added.stdout).not.toContain(KEY);
    }
    expect((await omp.run(["auth", "remove", "fake"])).stdout).toBe("Removed one key of fake.\n");
    expect((await omp.run(["auth", "list"])).stdout).toContain("No keys.");
  });

  const mistakes: [args: string[], stdin: string, exitCode: number, says: string][] = [
    [["add"], "", 2, "Of which provider?"],
    [["add", "anthropic", KEY], "", 2, "A key is read from stdin"],
    [["add", "anthropic"], "", 2, "No key came on stdin"],
    [["add", "anthropic"], "two words", 2, "nothing was stored"],
    [["remove", "openai"], "", 1, "No stored key of openai."],
    [["steal"], "", 2, "Unknown action: steal."],
  ];
  for (const [args, stdin, exitCode, says] of mistakes) {
    test(`auth ${args.slice(0, 2).join(" ")}: ${says}`, async () => {
      await using omp = createOmp();
      const run = await omp.run(["auth", ...args], { stdin });
      expect(run.exitCode).toBe(exitCode);
      expect(run.stderr).toContain(says);
      expect(run.stderr).not.toContain(KEY);
    });
  }
});
