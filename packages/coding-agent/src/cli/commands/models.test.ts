// The list shows what can be used: official ids, then each provider's models, local servers included; no
// secret is in it, and a server that is silent costs little.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../../testing/omp-process.ts";

/** Local servers at ports where nobody listens, so that the machine's own are not seen. */
const NOBODY = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  LLAMA_CPP_BASE_URL: "http://127.0.0.1:9",
  LM_STUDIO_BASE_URL: "http://127.0.0.1:9/v1",
};
const CANARY = "canary-key-5f1c9a";

function addHeaders(omp: OmpProcess): void {
  const path = join(omp.workspace.home, ".omp/agent/models.yml");
  const file = JSON.parse(readFileSync(path, "utf8")) as { providers: { fake: object } };
  Object.assign(file.providers.fake, { apiKey: CANARY, headers: { "x-team": CANARY } });
  writeFileSync(path, JSON.stringify(file));
}

describe("omp models", () => {
  test("lists what has a key, with sizes and prices, and nothing secret", async () => {
    await using omp = createOmp();
    addHeaders(omp);
    const env = { ...NOBODY, ANTHROPIC_API_KEY: CANARY };
    const run = await omp.run(["models"], { env });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const lines = run.stdout.split("\n");
    expect(lines[0]).toMatch(/^Official id +Providers$/);
    expect(lines.find((line) => line.startsWith("claude-sonnet-5 "))).toContain("anthropic");
    expect(lines.find((line) => line.startsWith("anthropic/claude-sonnet-5 "))).toMatch(
      /\d+[kM] .*\$\d+\/\$\d+/,
    );
    expect(lines.find((line) => line.startsWith("fake/m "))).toMatch(/ 200k +8k +free$/);
    expect(run.stdout).not.toContain("openai/");
    expect(lines.indexOf(lines.find((line) => line.startsWith("Model ")) ?? "")).toBeGreaterThan(1);
    const json = await omp.run(["models", "--json"], { env });
    const { models } = JSON.parse(json.stdout) as { models: { provider: string }[] };
    expect(new Set(models.map(({ provider }) => provider))).toEqual(new Set(["anthropic", "fake"]));
    expect(run.stdout + json.stdout).not.toContain(CANARY);
  });

  test("a pattern narrows, --all widens, --list-models is the same", async () => {
    await using omp = createOmp();
    const narrow = await omp.run(["models", "fake"], { env: NOBODY });
    expect(narrow.stdout.match(/^\S+\/\S+ /gm)).toEqual(["fake/m "]);
    expect((await omp.run(["--list-models", "fake"], { env: NOBODY })).stdout).toBe(narrow.stdout);
    const wide = await omp.run(["models", "gpt-5", "--all"], { env: NOBODY });
    expect(wide.stdout).toMatch(/^openai\/gpt-5.*\(no key\)$/m);
    const none = await omp.run(["models", "zzzzqq"], { env: NOBODY });
    expect(none).toMatchObject({ exitCode: 1, stdout: "" });
    expect(none.stderr).toContain('No model fits "zzzzqq".');
  });
});

describe("local servers", () => {
  const tags = { models: [{ name: "qwen:7b", details: { families: ["qwen2"] } }] };
  const show = {
    capabilities: ["completion", "tools"],
    model_info: { "general.architecture": "qwen2", "qwen2.context_length": 32_768 },
    parameters: "num_ctx 16384",
  };

  test("Ollama's models are listed, used without a key, and remembered", async () => {
    await using omp = createOmp();
    omp.models.route("GET /api/tags", tags);
    omp.models.route("GET /api/ps", { models: [] });
    omp.models.route("POST /api/show", show);
    const env = { ...NOBODY, OLLAMA_BASE_URL: omp.models.url };
    const listed = await omp.run(["models", "qwen"], { env });
    expect(listed.stdout).toMatch(/^ollama\/qwen:7b +16k +\d+k +free/m);
    expect(existsSync(join(omp.workspace.home, ".omp/agent/models.db"))).toBe(true);
    const asked = omp.models.requests.length;
    omp.models.script(reply(text("from ollama")));
    const run = await omp.run(["--model", "ollama/qwen:7b", "-p", "hi"], { env });
    expect(run).toMatchObject({ exitCode: 0, stdout: "from ollama\n", stderr: "" });
    // Remembered: the one new request is the chat.
    expect(omp.models.requests.slice(asked).map(({ path }) => path)).toEqual(["/v1/responses"]);
  });

  test("LM Studio and llama.cpp speak their own forms", async () => {
    await using omp = createOmp();
    omp.models.route("GET /api/v0/models", {
      data: [{ id: "phi", type: "llm", state: "loaded", loaded_context_length: 8192 }],
    });
    omp.models.route("GET /v1/models", { data: [{ id: "llama.gguf" }] });
    omp.models.route("GET /props", { default_generation_settings: { n_ctx: 12_288 } });
    const env = {
      ...NOBODY,
      LM_STUDIO_BASE_URL: `${omp.models.url}/v1`,
      LLAMA_CPP_BASE_URL: omp.models.url,
    };
    const { stdout } = await omp.run(["models"], { env });
    expect(stdout).toMatch(/^lm-studio\/phi +8k/m);
    expect(stdout).toMatch(/^llama\.cpp\/llama\.gguf +12k/m);
  });

  test("an ordinary start asks no local server", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    await omp.run(["--model", "fake/m", "-p", "hi"], {
      env: { ...NOBODY, OLLAMA_BASE_URL: omp.models.url },
    });
    expect(omp.models.requests.map(({ path }) => path)).toEqual(["/v1/messages"]);
  });
});
