// Every request carries the key where its wire format wants it, whatever the key's source; a command in
// models.yml runs once and its output appears nowhere else.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { isAlive } from "@oh-my-pi/pi-testkit/process-tree";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../testing/omp-process.ts";

function configure(omp: OmpProcess, change: Record<string, unknown>): void {
  const path = join(omp.workspace.home, ".omp/agent/models.yml");
  const file = JSON.parse(readFileSync(path, "utf8")) as { providers: { fake: object } };
  Object.assign(file.providers.fake, change);
  writeFileSync(path, JSON.stringify(file));
}

const ask = ["--model", "fake/m", "-p", "hi"];

describe("the key of a request", () => {
  const cases: [api: string, change: Record<string, unknown>, header: string, value: string][] = [
    ["anthropic-messages", {}, "x-api-key", "test-key"],
    ["anthropic-messages", { authHeader: true }, "authorization", "Bearer test-key"],
    ["openai-completions", {}, "authorization", "Bearer test-key"],
    ["anthropic-messages", { apiKey: "!echo from-command" }, "x-api-key", "from-command"],
    ["anthropic-messages", { apiKey: "MY_VARIABLE" }, "x-api-key", "from-variable"],
    ["anthropic-messages", { headers: { "x-api-key": "own" } }, "x-api-key", "own"],
  ];
  for (const [api, change, header, value] of cases) {
    test(`${api} ${JSON.stringify(change)}`, async () => {
      await using omp = createOmp(api);
      configure(omp, change);
      omp.models.script(reply(text("ok")));
      const run = await omp.run(ask, { env: { MY_VARIABLE: "from-variable" } });
      expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n" });
      expect(omp.models.requests[0]?.headers.get(header)).toBe(value);
    });
  }

  test("a command runs once for all requests of a run", async () => {
    await using omp = createOmp();
    const count = omp.workspace.at("count");
    configure(omp, { apiKey: `!echo x >> ${count}; echo secret-from-command` });
    omp.models.script(reply(toolCall("bash", { command: "true" })), reply(text("ok")));
    const run = await omp.run(ask);
    expect(omp.models.requests.map((request) => request.headers.get("x-api-key"))).toEqual([
      "secret-from-command",
      "secret-from-command",
    ]);
    expect(readFileSync(count, "utf8")).toBe("x\n");
    const kept = JSON.stringify(omp.sessionLines()) + run.stdout + run.stderr;
    expect(kept).not.toContain("secret-from-command");
  });

  test("a command that takes too long is ended, and that is no key", async () => {
    await using omp = createOmp();
    const pids = omp.workspace.at("pids");
    configure(omp, { apiKey: `!sleep 600 & echo $$ $! > ${pids}; wait; echo too-late` });
    const run = await omp.run(ask, { env: { OMP_KEY_COMMAND_TIMEOUT_MS: "300" } });
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain("No API key for fake.");
    const [shell, sleep] = readFileSync(pids, "utf8").trim().split(" ").map(Number);
    await eventually(() => !isAlive(shell ?? 0) && !isAlive(sleep ?? 0));
  });

  test.each([
    [{ OMP_KEY_COMMAND_TIMEOUT_MS: "soon" }, 'OMP_KEY_COMMAND_TIMEOUT_MS: "soon" is not a whole'],
    [
      {
        CLAUDE_CODE_USE_FOUNDRY: "1",
        ANTHROPIC_CUSTOM_HEADERS: "x",
        ANTHROPIC_FOUNDRY_API_KEY: "k",
      },
      'ANTHROPIC_CUSTOM_HEADERS: "x" is not of the form name: value.',
    ],
  ])("a mistake in the environment is told in a sentence: %j", async (env, sentence) => {
    await using omp = createOmp();
    const run = await omp.run(["--model", "anthropic/claude-sonnet-5", "-p", "hi"], {
      env: { ANTHROPIC_API_KEY: "k", ...env },
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toStartWith(`omp: ${sentence}`);
    expect(run.stderr.trim().split("\n").length).toBe(1);
  });

  test("a command that fails is no key, and that is said", async () => {
    await using omp = createOmp();
    configure(omp, { apiKey: "!false" });
    const run = await omp.run(ask);
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain("No API key for fake.");
  });
});

describe("what settings say of every request", () => {
  const tiers: [api: string, tier: string, sent: string | undefined][] = [
    ["openai-responses", "none", undefined],
    ["openai-responses", "claude-only", undefined],
    ["anthropic-messages", "default", "standard_only"],
    ["anthropic-messages", "openai-only", undefined],
  ];
  test.each(tiers)("%s with service tier %s", async (api, tier, sent) => {
    await using omp = createOmp(api);
    const config = join(omp.workspace.home, ".omp/agent/config.yml");
    writeFileSync(config, JSON.stringify({ serviceTier: tier, temperature: 0.3 }));
    omp.models.script(reply(text("ok")));
    expect(await omp.run(ask)).toMatchObject({ exitCode: 0, stdout: "ok\n" });
    expect(omp.models.requests[0]?.json["service_tier"]).toBe(sent);
    expect(omp.models.requests[0]?.json["temperature"]).toBe(0.3);
    expect(omp.models.requests[0]?.json).not.toHaveProperty("top_p");
  });

  test.each([
    [{}, 2048],
    [{ low: 5000 }, 5000],
  ])("thinking budgets %j", async (thinkingBudgets, sent) => {
    await using omp = createOmp();
    const directory = join(omp.workspace.home, ".omp/agent");
    const models = readFileSync(join(directory, "models.yml"), "utf8");
    writeFileSync(join(directory, "models.yml"), models.replace("false", "true"));
    writeFileSync(join(directory, "config.yml"), JSON.stringify({ thinkingBudgets }));
    omp.models.script(reply(text("ok")));
    const run = await omp.run([...ask, "--thinking", "low"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n" });
    const { thinking } = omp.models.requests[0]?.json ?? {};
    expect(thinking).toEqual({ type: "enabled", budget_tokens: sent });
  });
});
