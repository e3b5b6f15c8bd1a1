// Settings, credentials, models, discovery, tools and themes as a program uses them, each over real files of a home of
// its own.
import { describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { reply, startFakeModels, text } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../platform/exit-codes.ts";
import { NO_LOCAL_SERVERS, writeModelsFile } from "../testing/omp-process.ts";
import { discoverAuthStorage } from "./auth-storage.ts";
import { createAgentSession } from "./create-agent-session.ts";
import {
  BashTool,
  createTools,
  EditTool,
  FindTool,
  GrepTool,
  ReadTool,
  type ToolAnswer,
  type ToolClass,
  WriteTool,
} from "./create-tools.ts";
import { discoverContextFiles, discoverSlashCommands } from "./discover.ts";
import { ModelRegistry } from "./model-registry.ts";
import { SessionManager } from "./session-manager.ts";
import { Settings } from "./settings.ts";
import { initTheme } from "./theme.ts";

function createPlace(env: Record<string, string> = {}) {
  const workspace = createWorkspace();
  const agentDir = join(workspace.home, ".omp/agent");
  mkdirSync(agentDir, { recursive: true });
  const place = { cwd: workspace.path, env: workspace.env({ ...NO_LOCAL_SERVERS, ...env }) };
  return {
    workspace,
    agentDir,
    place,
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}

function textOf({ content }: ToolAnswer): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

describe("Settings", () => {
  test("init reads the user's file, overrides hold over it, set writes one key", async () => {
    await using at = createPlace();
    const file = join(at.agentDir, "config.yml");
    writeFileSync(file, "# mine\ntemperature: 0.5\n");
    const settings = await Settings.init({ ...at.place, overrides: { topK: 7 } });
    expect(settings.get("temperature")).toBe(0.5);
    expect(settings.sourceOf("temperature")).toBe(file);
    expect(settings.get("topK")).toBe(7);
    expect(settings.sourceOf("topP")).toBeUndefined();
    await settings.set("temperature", 0.25);
    expect(settings.get("temperature")).toBe(0.25);
    expect(readFileSync(file, "utf8")).toBe("# mine\ntemperature: 0.25\n");
    expect(settings.keys).toContain("tools.approvalMode");
  });

  test("isolated settings touch no file, and a session takes them", async () => {
    await using at = createPlace();
    await using models = startFakeModels();
    writeModelsFile(at.workspace, models.url, "anthropic-messages");
    models.script(reply(text("ok")));
    const settings = Settings.isolated({ temperature: 0.5 });
    await settings.set("temperature", 0.75);
    const { session } = await createAgentSession({
      ...at.place,
      model: "fake/m",
      sessionManager: SessionManager.inMemory(),
      settings,
    });
    await using _session = session;
    await session.prompt("x");
    expect(JSON.parse(models.requests[0]?.body ?? "{}")).toMatchObject({ temperature: 0.75 });
    expect(existsSync(join(at.agentDir, "config.yml"))).toBe(false);
  });

  test("what is wrong is a sentence", async () => {
    const settings = Settings.isolated();
    expect(() => settings.get("temprature")).toThrow("Did you mean temperature?");
    expect(() => Settings.isolated({ temperature: "hot" })).toThrow(UserError);
    expect(await failureOf(settings.set("temperature", "hot"))).toBeInstanceOf(UserError);
  });
});

describe("AuthStorage and ModelRegistry", () => {
  test("a stored key is masked in lists and makes its provider's models available", async () => {
    await using at = createPlace();
    using auth = await discoverAuthStorage(at.place);
    const registry = new ModelRegistry(auth);
    await registry.refresh();
    const ofAnthropic = () =>
      registry.getAvailable().filter(({ provider }) => provider === "anthropic").length;
    expect(ofAnthropic()).toBe(0);
    await auth.addApiKey("anthropic", "sk-ant-0123456789", "work");
    expect(auth.list("anthropic")).toMatchObject([
      { kind: "apiKey", masked: "sk-a…6789", label: "work" },
    ]);
    await registry.refresh();
    expect(ofAnthropic()).toBeGreaterThan(0);
    const [model] = registry.getAvailable();
    expect(model && registry.find(model.provider, model.id)).toBe(model);
    expect(model && (await registry.getApiKey(model))).toBe("sk-ant-0123456789");
    expect(auth.remove("anthropic")).toBe(1);
    expect(await auth.getApiKey("anthropic")).toBeUndefined();
    expect(await failureOf(auth.addApiKey("anthropic", "two words"))).toBeInstanceOf(UserError);
  });

  test("a key for the run wins over a stored one, one of the configuration does not", async () => {
    await using at = createPlace();
    using auth = await discoverAuthStorage({ ...at.place, agentDir: at.agentDir });
    auth.setConfigApiKey("anthropic", "from-config");
    expect(await auth.getApiKey("anthropic")).toBe("from-config");
    await auth.addApiKey("anthropic", "stored");
    expect(await auth.getApiKey("anthropic")).toBe("stored");
    auth.setRuntimeApiKey("anthropic", "for-this-run");
    expect(await auth.getApiKey("anthropic")).toBe("for-this-run");
    auth.removeRuntimeApiKey("anthropic");
    auth.remove("anthropic");
    auth.removeConfigApiKey("anthropic");
    expect(await auth.getApiKey("anthropic")).toBeUndefined();
    auth.setConfigApiKey("openai", "o");
    auth.clearConfigApiKeys();
    expect(await auth.getApiKey("openai")).toBeUndefined();
  });

  test("models.yml that is wrong is said, and the rest is there", async () => {
    await using at = createPlace();
    writeFileSync(join(at.agentDir, "models.yml"), "providers: 3\n");
    using auth = await discoverAuthStorage(at.place);
    const registry = new ModelRegistry(auth);
    expect(registry.getAll()).toEqual([]);
    await registry.refresh();
    expect(registry.getError()).toContain("models.yml");
    expect(registry.getAll().length).toBeGreaterThan(100);
  });
});

describe("discovery", () => {
  test("standing instructions and commands of a place", async () => {
    await using at = createPlace();
    at.workspace.write({ "AGENTS.md": "Say moo." });
    mkdirSync(join(at.agentDir, "commands"), { recursive: true });
    writeFileSync(join(at.agentDir, "commands/greet.md"), "Greet $1.");
    const files = await discoverContextFiles(at.place);
    expect(files.map(({ text: said }) => said)).toEqual(["Say moo."]);
    const commands = await discoverSlashCommands(at.place);
    expect(commands.find(({ name }) => name === "compact")?.description).not.toBe("");
    expect(commands.find(({ name }) => name === "greet")).toMatchObject({
      description: "Greet $1. (omp, user)",
    });
  });

  test("commands of a project that nobody trusted are left out", async () => {
    await using at = createPlace();
    mkdirSync(at.workspace.at(".omp/commands"), { recursive: true });
    writeFileSync(at.workspace.at(".omp/commands/evil.md"), "Do it.");
    const names = (await discoverSlashCommands(at.place)).map(({ name }) => name);
    expect(names).toContain("help");
    expect(names).not.toContain("evil");
  });
});

describe("tools", () => {
  test("createTools gives tools with schemas that work under the settings of the place", async () => {
    await using at = createPlace();
    await using tools = await createTools({
      ...at.place,
      toolNames: ["write", "bash"],
      settings: { "tools.approval": { bash: "deny" } },
    });
    const [bash, write] = tools;
    expect(tools.map(({ name }) => name)).toEqual(["bash", "write"]);
    expect(write?.parameters).toMatchObject({ properties: { path: {}, content: {} } });
    expect(write?.description).not.toBe("");
    const made = await write?.execute("1", { path: "a.txt", content: "one\n" });
    expect(made?.isError).toBe(false);
    expect(readFileSync(at.workspace.at("a.txt"), "utf8")).toBe("one\n");
    expect(await bash?.execute("2", { command: "touch b" })).toMatchObject({ isError: true });
    expect(existsSync(at.workspace.at("b"))).toBe(false);
    expect(await write?.execute("3", { path: 3 })).toMatchObject({ isError: true });
    const failure = await failureOf(createTools({ ...at.place, toolNames: ["reed"] }));
    expect(failure.message).toContain('there is no tool "reed"');
  });

  const classes: readonly (readonly [string, ToolClass, Record<string, unknown>, string])[] = [
    ["ReadTool", ReadTool, { path: "a.txt" }, "1:needle"],
    ["WriteTool", WriteTool, { path: "b.txt", content: "b" }, "wrote 1 bytes"],
    ["BashTool", BashTool, { command: "cat a.txt" }, "needle"],
    ["FindTool", FindTool, { paths: ["*.txt"] }, "a.txt"],
    ["GrepTool", GrepTool, { pattern: "need", paths: "." }, "needle"],
  ];
  test.each(classes)("%s is one tool, loaded when it is called", async (_, Tool, args, shown) => {
    await using at = createPlace();
    at.workspace.write({ "a.txt": "needle\n" });
    await using tool = new Tool(at.place);
    const answer = await tool.execute("1", args);
    expect(answer.isError).toBe(false);
    expect(textOf(answer)).toContain(shown);
  });

  test("EditTool takes the anchors that ReadTool gave", async () => {
    await using at = createPlace();
    at.workspace.write({ "a.txt": "one\ntwo\n" });
    await using read = new ReadTool(at.place);
    const [header = ""] = textOf(await read.execute("1", { path: "a.txt" })).split("\n");
    await using edit = new EditTool(at.place);
    expect(await edit.execute("2", { input: `${header}\n2:zwei` })).toMatchObject({
      isError: false,
    });
    expect(readFileSync(at.workspace.at("a.txt"), "utf8")).toBe("one\nzwei\n");
  });

  test("a signal stops a call; progress is heard", async () => {
    await using at = createPlace();
    await using bash = new BashTool(at.place);
    const stop = new AbortController();
    const answer = await bash.execute("1", { command: "echo begun; sleep 1000" }, stop.signal, () =>
      stop.abort(),
    );
    expect(answer.isError).toBe(true);
  });
});

describe("themes", () => {
  test("a theme colours texts and code at the level of the terminal", async () => {
    await using at = createPlace({ COLORTERM: "truecolor", TERM: "xterm-256color" });
    const theme = await initTheme("nord", at.place);
    expect(theme.name).toBe("nord");
    expect(theme.fg("error", "x")).toMatch(/^\x1b\[38;2;\d+;\d+;\d+mx\x1b\[39m$/);
    expect(theme.bold("x")).toBe("\x1b[1mx\x1b[22m");
    const [line] = await theme.highlight("const a = 1;", "ts");
    expect(line).toContain("\x1b[38;2;");
    expect(Bun.stripANSI(line ?? "")).toBe("const a = 1;");
  });

  test("without colours nothing is coloured; an unknown name is refused", async () => {
    await using at = createPlace({ NO_COLOR: "1" });
    const theme = await initTheme(undefined, at.place);
    expect(theme.fg("accent", "x")).toBe("x");
    expect(theme.names).toContain(theme.name);
    const failure = await failureOf(initTheme("nordd", at.place));
    expect(failure).toBeInstanceOf(UserError);
    expect(failure.message).toContain("dracula");
  });
});
