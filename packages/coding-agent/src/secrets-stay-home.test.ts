// G14: canaries in variables, files, instructions, prompts and outputs, over every protocol; then everything that omp
// sent or left behind is searched. And whatever it left behind is its owner's alone.
import { describe, expect, test } from "bun:test";
import { type Canary, createCanary } from "@oh-my-pi/pi-testkit/canary";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "./testing/omp-process.ts";

const APIS = [
  "anthropic-messages",
  "openai-completions",
  "openai-responses",
  "google-generative-ai",
  "ollama-chat",
  "bedrock-converse-stream",
  "google-gemini-cli",
];
const fake = ["--model", "fake/m"];
const WORD = /#[A-Z2-7]{14}#/;

interface Canaries {
  readonly inEnvironment: Canary;
  readonly inDotEnv: Canary;
  readonly inList: Canary;
}

function createCanaries({ workspace }: OmpProcess): Canaries {
  const inEnvironment = createCanary("value-");
  const inDotEnv = createCanary("dot-");
  const inList = createCanary("listed-");
  workspace.write({
    ".env": `PORT=80\nAPI_KEY="${inDotEnv.value}"\n`,
    "AGENTS.md": `Deploy with ${inList.value}.`,
  });
  const list = join(workspace.home, ".omp/agent/secrets.yml");
  writeFileSync(list, JSON.stringify([{ type: "plain", content: inList.value }]));
  return { inEnvironment, inDotEnv, inList };
}

/**
 * Everything below the agent's directory but what the user wrote there, and the copies of the user's own files that undo
 * brings back: those must be what they were, and nobody else can read them.
 */
function leftBehind({ workspace }: OmpProcess): string[] {
  const root = join(workspace.home, ".omp");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => !/(models|secrets)\.yml$|\.omp\/agent$|\/undo\/\w+\/packs\//.test(path));
}

function expectNoTrace(omp: OmpProcess, canaries: Canaries): void {
  for (const [name, canary] of Object.entries(canaries) as [string, Canary][]) {
    for (const { body, number } of omp.models.requests)
      expect([name, `request ${number}`, canary.find(body)]).toEqual([
        name,
        `request ${number}`,
        [],
      ]);
    for (const path of leftBehind(omp).filter((each) => lstatSync(each).isFile()))
      expect([name, path, canary.find(readFileSync(path))]).toEqual([name, path, []]);
  }
}

describe("canaries", () => {
  for (const api of APIS) {
    test(`${api}: nothing is sent, stored, printed or exported; tools get the real value`, async () => {
      await using omp = createOmp(api);
      const canaries = createCanaries(omp);
      const { inEnvironment, inDotEnv } = canaries;
      const noise = 'for i in $(seq 4000); do echo "$i $MY_SECRET"; done';
      let word = "";
      omp.models.script(
        reply([
          toolCall("bash", {
            command: `echo $MY_SECRET; printf %s $MY_SECRET | base64; printf %s $MY_SECRET | od -An -tx1; printf %s $MY_SECRET | rev; echo \${MY_SECRET:0:20}; ${noise}`,
          }),
          toolCall("read", { path: ".env" }),
        ]),
        ({ body }) => {
          word = /API_KEY=[^#]*(#[A-Z2-7]{14}#)/.exec(body)?.[1] ?? "";
          return reply(
            toolCall("bash", { command: `printf %s ${word} > copy; echo ${word}`, timeout: 20 }),
          );
        },
        reply(text("done")),
      );
      const run = await omp.run(
        [...fake, "--mode", "json", "-p", `deploy, my key is ${inEnvironment.value}`],
        { env: { MY_SECRET: inEnvironment.value } },
      );
      expect(run.stderr).toBe("");
      expect(word).toMatch(WORD);
      expect(omp.workspace.read("copy")).toBe(inDotEnv.value);
      expectNoTrace(omp, canaries);
      const results = run.stdout.split("\n").filter((line) => line.includes("tool_execution_"));
      expect(results.length).toBeGreaterThan(0);
      expect(inEnvironment.find(results.join("\n"))).toEqual([]);
      expect(inDotEnv.find(run.stdout)).toEqual([]);
      const page = omp.workspace.at("page.html");
      const session = leftBehind(omp).find((path) => /sessions\/.*\.jsonl$/.test(path));
      await omp.run(["--export", session ?? "", page]);
      const html = readFileSync(page, "utf8");
      expect(html.length).toBeGreaterThan(1000);
      for (const canary of Object.values(canaries) as Canary[])
        expect(canary.find(html)).toEqual([]);
    });
  }

  test("a resumed session sends what it sent before, byte for byte", async () => {
    await using omp = createOmp();
    const canaries = createCanaries(omp);
    const env = { MY_SECRET: canaries.inEnvironment.value };
    omp.models.script(reply(toolCall("read", { path: ".env" })), reply(text("one")));
    await omp.run([...fake, "-p", `key ${canaries.inEnvironment.value}`], { env });
    omp.models.script(reply(text("two")));
    await omp.run([...fake, "-c", "-p", "again"], { env });
    const [, before, after] = omp.models.requests.map(({ body }) => JSON.parse(body));
    // The mark of what a provider is to cache wanders with the end of the conversation.
    const bare = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, field) => (key === "cache_control" ? undefined : field)),
      );
    expect(bare(after.system)).toEqual(bare(before.system));
    expect(bare(after.messages.slice(0, before.messages.length))).toEqual(bare(before.messages));
    expectNoTrace(omp, canaries);
  });

  test("two sessions have different words for the same secret", async () => {
    await using omp = createOmp();
    const env = { MY_SECRET: createCanary("value-").value };
    omp.models.script(reply(text("one")), reply(text("two")));
    for (const turn of ["a", "b"])
      await omp.run([...fake, "-p", `${turn} ${env.MY_SECRET}`], { env });
    const words = omp.models.requests.map(({ body }) => WORD.exec(body)?.[0]);
    expect(words[0]).toMatch(WORD);
    expect(words[1]).toMatch(WORD);
    expect(words[0]).not.toBe(words[1]);
  });

  test("turned off, secrets are sent as they are", async () => {
    await using omp = createOmp();
    const canary = createCanary("value-");
    writeFileSync(
      join(omp.workspace.home, ".omp/agent/config.yml"),
      "secrets:\n  enabled: false\n",
    );
    omp.models.script(reply(text("one")));
    await omp.run([...fake, "-p", canary.value], { env: { MY_SECRET: canary.value } });
    expect(canary.find(omp.models.requests[0]?.body ?? "")).not.toEqual([]);
  });

  test("what goes wrong inside is logged without secrets", async () => {
    await using omp = createOmp();
    const canary = createCanary("value-");
    const env = { MY_SECRET: canary.value };
    omp.models.script(
      reply(toolCall("bash", { command: `exit 3 # ${canary.value}` })),
      reply(text("x")),
    );
    const run = await omp.run([...fake, "-p", "go"], { env });
    expect(canary.find(run.stderr)).toEqual([]);
    for (const path of leftBehind(omp).filter((each) => lstatSync(each).isFile()))
      expect(canary.find(readFileSync(path))).toEqual([]);
  });
});

describe("files that omp leaves behind", () => {
  test("are 0600 in directories of 0700, whatever the umask, and none has a temporary name", async () => {
    await using omp = createOmp();
    createCanaries(omp);
    const noise = "seq 200000";
    omp.models.script(reply(toolCall("bash", { command: noise })), reply(text("done")));
    const run = await omp.run([...fake, "-p", "go"]);
    expect(run.exitCode).toBe(0);
    const paths = leftBehind(omp);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o777).toString(8);
      expect(`${mode} ${path}`).toBe(`${stats.isDirectory() ? "700" : "600"} ${path}`);
      expect(path).not.toMatch(/\.(tmp|temp|swp)$|~$/);
    }
  });
});
