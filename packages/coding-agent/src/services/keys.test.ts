// Keys through the shipped binary: which of them a request carries, how several take turns, and that none is
// shown to anybody who did not ask (AUTH-01, AUTH-02, AUTH-17, CLI-06).
import { describe, expect, test } from "bun:test";
import { openCredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { httpError, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../testing/omp-process.ts";

const agentFile = (omp: OmpProcess, name: string): string =>
  join(omp.workspace.home, ".omp/agent", name);

function configure(omp: OmpProcess, provider: object): void {
  const anthropic = { baseUrl: omp.models.url, ...provider };
  writeFileSync(agentFile(omp, "models.yml"), JSON.stringify({ providers: { anthropic } }));
}

/** Takes what the case keeps of each rung. */
interface Rungs {
  readonly flag?: boolean;
  readonly stored?: boolean;
  readonly login?: boolean;
  readonly env?: Record<string, string>;
  readonly file?: string;
}

function store(omp: OmpProcess, { stored, login }: Rungs): void {
  using credentials = openCredentialStore(agentFile(omp, "agent.db"), Date.now);
  if (stored) credentials.add("anthropic", { kind: "apiKey", key: "from-store" });
  const expiresAtMs = Date.now() + 3_600_000;
  if (login)
    credentials.add("anthropic", {
      kind: "oauth",
      access: "from-login",
      refresh: "from-refresh",
      expiresAtMs,
    });
}

const ENV = { ANTHROPIC_API_KEY: "from-env" };

describe("the ladder", () => {
  test.each<[string, Rungs, string]>([
    [
      "--api-key before everything",
      { flag: true, stored: true, login: true, env: ENV, file: "from-file" },
      "from-flag",
    ],
    ["a stored key", { stored: true, login: true, env: ENV, file: "from-file" }, "from-store"],
    ["a stored login", { login: true, env: ENV }, "from-login"],
    ["models.yml before a login", { login: true, file: "from-file" }, "from-file"],
    ["the environment", { env: ENV, file: "from-file" }, "from-env"],
    [
      "the token before the key",
      { env: { ...ENV, ANTHROPIC_OAUTH_TOKEN: "from-token" } },
      "from-token",
    ],
    ["a literal in models.yml", { file: "from-file" }, "from-file"],
    ["a variable in models.yml", { file: "MY_OWN", env: { MY_OWN: "from-own" } }, "from-own"],
    ["a command in models.yml", { file: "!printf ' from-command\\n\\n'" }, "from-command"],
  ])("%s", async (_name, rungs, key) => {
    await using omp = createOmp();
    configure(omp, rungs.file === undefined ? {} : { apiKey: rungs.file });
    store(omp, rungs);
    omp.models.script(reply(text("ok")));
    const args = rungs.flag ? ["--api-key", "from-flag"] : [];
    const run = await omp.run(["--model", "anthropic/claude-sonnet-5", ...args, "-p", "hi"], {
      env: rungs.env ?? {},
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
    const { headers } = omp.models.requests[0] ?? { headers: new Headers() };
    expect(headers.get("x-api-key") ?? headers.get("authorization")?.slice("Bearer ".length)).toBe(
      key,
    );
    expect(JSON.stringify(omp.sessionLines())).not.toContain(key);
  });

  test.each(["!true", "!exit 3", "!printf ' \\n'"])(
    "%s gives no key, and that is said",
    async (apiKey) => {
      await using omp = createOmp();
      configure(omp, { apiKey });
      const run = await omp.run(["--model", "anthropic/claude-sonnet-5", "-p", "hi"]);
      expect(run).toMatchObject({ exitCode: 3, stdout: "" });
      expect(run.stderr).toContain("No API key for anthropic.");
      expect(run.stderr).toContain("ANTHROPIC_API_KEY");
    },
  );
});

describe("several keys of one provider", () => {
  const ask = ["--model", "fake/m", "-p", "hi"];
  const carried = (omp: OmpProcess): (string | null)[] =>
    omp.models.requests.map(({ headers }) => headers.get("x-api-key"));
  async function addKeys(omp: OmpProcess): Promise<void> {
    for (const key of ["key-number-one", "key-number-two"])
      await omp.run(["auth", "add", "fake"], { stdin: key });
  }

  test("one conversation keeps to one of them", async () => {
    await using omp = createOmp();
    await addKeys(omp);
    omp.models.script(
      reply(toolCall("bash", { command: "true" })),
      reply(toolCall("bash", { command: "true" })),
      reply(text("ok")),
    );
    expect(await omp.run(ask)).toMatchObject({ stdout: "ok\n" });
    expect(carried(omp)).toHaveLength(3);
    expect(new Set(carried(omp)).size).toBe(1);
  });

  test("a limit moves to the other one at once, and the first rests until it resets", async () => {
    await using omp = createOmp();
    await addKeys(omp);
    omp.models.script(
      httpError(429, { headers: { "retry-after": "120" } }),
      reply(text("by the other")),
    );
    const run = await omp.run(ask);
    expect(run).toMatchObject({ exitCode: 0, stdout: "by the other\n" });
    const [first, second] = carried(omp);
    expect(new Set([first, second])).toEqual(new Set(["key-number-one", "key-number-two"]));
    const listed = await omp.run(["auth", "list"]);
    expect(listed.stdout.split("\n").filter((line) => / until 20\d\d-/.test(line))).toHaveLength(1);
    // Another process knows of it too.
    omp.models.script(reply(text("again")));
    await omp.run(ask);
    expect(carried(omp)[2]).toBe(second ?? "");
  });
});

describe("omp auth show", () => {
  const KEY = "sk-canary-0123456789-abcdef";

  test("says where the key is, masked unless it is asked for", async () => {
    await using omp = createOmp();
    const env = { ANTHROPIC_API_KEY: KEY };
    const shown = await omp.run(["auth", "show", "anthropic"], { env });
    expect(shown.stdout).toBe("anthropic: sk-c…cdef from the environment\n");
    const json = await omp.run(["auth", "show", "anthropic", "--json"], { env });
    expect(JSON.parse(json.stdout)).toEqual({
      provider: "anthropic",
      key: "sk-c…cdef",
      source: "environment",
    });
    const revealed = await omp.run(["auth", "show", "anthropic", "--reveal"], { env });
    expect(revealed.stdout).toBe(`${KEY}\n`);
    expect((await omp.run(["auth", "show", "fake"])).stdout).toContain("from models.yml");
    const none = await omp.run(["auth", "show", "openai"]);
    expect(none).toMatchObject({ exitCode: 3, stdout: "" });
    expect(none.stderr).toContain("OPENAI_API_KEY");
  });
});
