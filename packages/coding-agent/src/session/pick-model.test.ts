// Which model a launch takes, through the shipped binary: flags, scopes, roles, levels, wanted providers, and
// models files that are old or wrong. The fake server sees what was really asked for.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../testing/omp-process.ts";

const agentFile = (omp: OmpProcess, name: string): string =>
  join(omp.workspace.home, ".omp/agent", name);

/** Two providers that serve the same thinking models. */
function configure(omp: OmpProcess, settings: object = {}): void {
  const models = ["gpt-5", "claude-haiku-4-5", "other"].map((id) => ({
    id,
    reasoning: true,
    contextWindow: 200_000,
    maxTokens: 8000,
  }));
  const provider = { baseUrl: omp.models.url, api: "openai-responses", apiKey: "k", models };
  const file = { providers: { one: provider, two: provider } };
  writeFileSync(agentFile(omp, "models.yml"), JSON.stringify(file));
  writeFileSync(agentFile(omp, "config.yml"), JSON.stringify(settings));
}

interface Sent {
  readonly model: string;
  readonly reasoning?: { readonly effort?: string };
}

interface Case {
  readonly name: string;
  readonly args?: readonly string[];
  readonly settings?: (cwd: string) => object;
  readonly env?: Record<string, string>;
  /** Provider, model and effort that the server saw. */
  readonly asks: readonly [provider: string, model: string, effort?: string];
}

const CASES: readonly Case[] = [
  { name: "provider/id", args: ["--model", "two/other"], asks: ["two", "other", "high"] },
  { name: "a level", args: ["--model", "two/other:low"], asks: ["two", "other", "low"] },
  {
    name: "--thinking goes before the level of a name",
    args: ["--model", "two/other:low", "--thinking", "medium"],
    asks: ["two", "other", "medium"],
  },
  { name: "an official id", args: ["--model", "gpt-5"], asks: ["one", "gpt-5", "high"] },
  {
    name: "an official id of a wanted provider",
    args: ["--model", "gpt-5"],
    settings: () => ({ modelProviderOrder: ["two"] }),
    asks: ["two", "gpt-5", "high"],
  },
  {
    name: "an official id of a provider that is not disabled",
    args: ["--model", "gpt-5"],
    settings: () => ({ disabledProviders: ["one"] }),
    asks: ["two", "gpt-5", "high"],
  },
  {
    name: "--provider",
    args: ["--provider", "two", "--model", "oth"],
    asks: ["two", "other", "high"],
  },
  { name: "--models", args: ["--models", "two/o*:low,one/*"], asks: ["two", "other", "low"] },
  {
    name: "--models before enabledModels",
    args: ["--models", "two/other"],
    settings: () => ({ enabledModels: ["one/other"] }),
    asks: ["two", "other", "high"],
  },
  {
    name: "enabledModels that hold here",
    settings: (cwd) => ({
      enabledModels: [
        { path: "/elsewhere", models: ["one/gpt-5"] },
        { paths: [cwd], values: ["two/other"] },
      ],
    }),
    asks: ["two", "other", "high"],
  },
  {
    name: "a role",
    args: ["--model", "pi/smol"],
    settings: () => ({ modelRoles: { smol: "two/claude-haiku-4-5:minimal" } }),
    asks: ["two", "claude-haiku-4-5", "minimal"],
  },
  {
    name: "a role of a role, whose own level wins",
    args: ["--model", "pi/plan"],
    settings: () => ({ modelRoles: { plan: "pi/slow:low", slow: "two/other:high" } }),
    asks: ["two", "other", "low"],
  },
  {
    name: "a role from the environment",
    args: ["--model", "pi/smol"],
    env: { PI_SMOL_MODEL: "two/other:low" },
    asks: ["two", "other", "low"],
  },
  {
    name: "a role from a flag, before the environment",
    args: ["--model", "pi/slow", "--slow", "one/other:medium"],
    env: { PI_SLOW_MODEL: "two/other:low" },
    asks: ["one", "other", "medium"],
  },
  {
    name: "the saved default",
    settings: () => ({ modelRoles: { default: "two/other:xhigh" } }),
    asks: ["two", "other", "xhigh"],
  },
  { name: "the first that can be used", asks: ["one", "gpt-5", "high"] },
];

describe("the model of a launch", () => {
  for (const { name, args = [], settings, env = {}, asks } of CASES) {
    test(name, async () => {
      await using omp = createOmp();
      configure(omp, settings?.(omp.workspace.path));
      omp.models.script(reply(text("ok")));
      const run = await omp.run([...args, "-p", "hi"], { env });
      expect(run).toMatchObject({ stderr: "", stdout: "ok\n", exitCode: 0 });
      const sent = JSON.parse(omp.models.requests[0]?.body ?? "{}") as Sent;
      const answered = omp.sessionLines().find(({ type }) => type === "model_change");
      expect(answered?.["model"]).toBe(`${asks[0]}/${asks[1]}`);
      expect([sent.model, sent.reasoning?.effort]).toEqual([asks[1], asks[2]]);
    });
  }
});

describe("cycling", () => {
  test("goes round the scope and takes the level of each entry", async () => {
    await using omp = createOmp();
    configure(omp);
    await using process = omp.serve(["--models", "one/gpt-5,two/other:low", "--mode", "rpc"]);
    for (const id of ["1", "2"]) process.write(`${JSON.stringify({ id, type: "cycle_model" })}\n`);
    const out = await process.waitForStdout((text_) => /"id":"2".*\n/.test(text_));
    const answers = out
      .split("\n")
      .filter((line) => line.includes('"cycle_model"'))
      .map((line) => (JSON.parse(line) as { data: Record<string, unknown> }).data);
    expect(answers).toMatchObject([
      { model: { provider: "two", id: "other" }, thinkingLevel: "low", isScoped: true },
      { model: { provider: "one", id: "gpt-5" }, isScoped: true },
    ]);
  });
});

describe("cycling through roles", () => {
  test("follows cycleOrder and comes back to the model of the start", async () => {
    await using omp = createOmp();
    const modelRoles = { smol: "two/other:low", slow: "one/other" };
    configure(omp, { modelRoles, cycleOrder: ["slow", "default", "smol"] });
    await using process = omp.serve(["--model", "one/gpt-5", "--mode", "rpc"]);
    const command = { type: "cycle_model", among: "roles" };
    for (const id of ["1", "2", "3"]) process.write(`${JSON.stringify({ id, ...command })}\n`);
    const out = await process.waitForStdout((text_) => /"id":"3".*\n/.test(text_));
    const went = out
      .split("\n")
      .filter((line) => line.includes('"response"'))
      .map((line) => JSON.parse(line) as { data: { model: { provider: string; id: string } } })
      .map(({ data }) => `${data.model.provider}/${data.model.id}`);
    expect(went).toEqual(["two/other", "one/other", "one/gpt-5"]);
  });
});

describe("what is wrong is said", () => {
  test.each<[string, string[], object, string]>([
    [
      "a pattern without a model",
      ["--models", "zzqq,one/gpt-5"],
      {},
      '--models: no model matches "zzqq"',
    ],
    [
      "an entry that is not understood",
      [],
      { enabledModels: [{ path: "relative", models: ["one/other"] }] },
      'enabledModels: entry 1: "relative" must be absolute',
    ],
    [
      "a saved default that is gone",
      [],
      { modelRoles: { default: "one/zzqq" } },
      'the saved default "one/zzqq" was passed over',
    ],
  ])("%s", async (_name, args, settings, says) => {
    await using omp = createOmp();
    configure(omp, settings);
    omp.models.script(reply(text("ok")));
    const run = await omp.run([...args, "-p", "hi"]);
    expect(run).toMatchObject({ stdout: "ok\n", exitCode: 0 });
    expect(run.stderr).toContain(says);
  });

  test("roles that point at each other, and a provider that is none", async () => {
    await using omp = createOmp();
    configure(omp, { modelRoles: { smol: "pi/slow", slow: "pi/smol" } });
    const loop = await omp.run(["--model", "pi/smol", "-p", "hi"]);
    expect(loop.exitCode).toBe(1);
    expect(loop.stderr).toContain("smol -> slow -> smol");
    const nobody = await omp.run(["--provider", "zzqq", "-p", "hi"]);
    expect(nobody.exitCode).toBe(1);
    expect(nobody.stderr).toContain("zzqq");
  });
});

describe("the models file", () => {
  test("models.json becomes models.yml and is kept", async () => {
    await using omp = createOmp();
    renameSync(agentFile(omp, "models.yml"), agentFile(omp, "models.json"));
    const before = readFileSync(agentFile(omp, "models.json"), "utf8");
    for (const _run of [1, 2]) {
      omp.models.script(reply(text("ok")));
      const run = await omp.run(["--model", "fake/m", "-p", "hi"]);
      expect(run).toMatchObject({ stdout: "ok\n", stderr: "" });
    }
    expect(existsSync(agentFile(omp, "models.json"))).toBe(false);
    expect(readFileSync(agentFile(omp, "models.json.bak"), "utf8")).toBe(before);
    expect(readFileSync(agentFile(omp, "models.yml"), "utf8")).toContain("contextWindow: 200000");
  });

  test("one that is wrong is left aside with file, line and reason; nothing of it is moved", async () => {
    await using omp = createOmp();
    for (const name of ["models.yml", "models.json"]) {
      const wrong =
        name === "models.yml"
          ? "providers:\n  fake:\n    baseUrl: http://x\n    apl: openai-responses\n"
          : '{"providers": {"fake": {\n"baseUrl": "http://x",\n\n"apl": "openai-responses"}}}';
      renameSync(agentFile(omp, "models.yml"), agentFile(omp, "unused"));
      writeFileSync(agentFile(omp, name), wrong);
      const run = await omp.run(["-p", "hi"]);
      expect(run.exitCode).toBe(0);
      expect(run.stderr).toMatch(new RegExp(`${name}:4: .*apl.*did you mean "api"`));
      const listed = await omp.run(["models", "sonnet", "--all"]);
      expect(listed.stdout).toContain("anthropic/claude-sonnet-5");
      expect(readFileSync(agentFile(omp, name), "utf8")).toBe(wrong);
      renameSync(agentFile(omp, name), agentFile(omp, "models.yml"));
    }
  });
});
