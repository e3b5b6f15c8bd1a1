// Sessions inside the caller's process: everything found by default and overridable, many beside each other, nothing
// left behind.
import { describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { type FakeModels, reply, startFakeModels, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  type AgentSession,
  CommandError,
  createAgentSession,
  type CreateAgentSessionOptions,
  defineCustomTool,
  type Dialogs,
  type LocalProvider,
  SessionManager,
  UserError,
} from "./index.ts";
import { writeModelsFile } from "./testing/omp-process.ts";

interface Rig extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly models: FakeModels;
  readonly agentDir: string;
  open(options?: CreateAgentSessionOptions): Promise<AgentSession>;
  bodies(): Record<string, unknown>[];
}

function createRig(): Rig {
  const workspace = createWorkspace();
  const models = startFakeModels();
  writeModelsFile(workspace, models.url, "anthropic-messages");
  const agentDir = join(workspace.home, ".omp/agent");
  return {
    workspace,
    models,
    agentDir,
    open: async (options) =>
      (
        await createAgentSession({
          cwd: workspace.path,
          agentDir,
          env: workspace.env(),
          contextFiles: [],
          model: "fake/m",
          sessionManager: SessionManager.inMemory(),
          ...options,
        })
      ).session,
    bodies: () => models.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    async [Symbol.asyncDispose]() {
      await using _workspace = workspace;
      await models[Symbol.asyncDispose]();
    },
  };
}

const echo: LocalProvider = {
  models: [{ id: "e" }],
  respond: async (_request, answer) => answer.text(0, "echo"),
};

describe("what is found by default and overridable", () => {
  test("settings by dotted key or nested hold for this session only", async () => {
    await using rig = createRig();
    rig.models.script(reply(text("a")), reply(text("b")));
    await using warm = await rig.open({ settings: { temperature: 0.25 } });
    await using usual = await rig.open({ settings: { todo: { enabled: false } } });
    await warm.prompt("x");
    await usual.prompt("y");
    const [first, second] = rig.bodies();
    expect(first?.["temperature"]).toBe(0.25);
    expect(second?.["temperature"]).toBeUndefined();
    expect(JSON.stringify(first?.["tools"])).toContain("todo_write");
    expect(JSON.stringify(second?.["tools"])).not.toContain("todo_write");
    expect(existsSync(join(rig.agentDir, "config.yml"))).toBe(false);
  });

  const wrong: readonly (readonly [string, CreateAgentSessionOptions, string])[] = [
    [
      "a setting",
      { settings: { temprature: 1 } },
      "settings: temprature: Unknown setting: temprature. Did you mean temperature?",
    ],
    ["a directory", { cwd: "/nowhere/at/all" }, "cwd: there is no directory /nowhere/at/all."],
    ["a model", { model: "fake/zzz" }, 'Model "fake/zzz" not found'],
    ["a provider", { providers: { p: { baseUrl: "x" } } }, 'got "x"'],
    ["a tool's name", { customTools: [tool("a b")] }, 'Tool name "a b"'],
    ["a built-in's name", { customTools: [tool("bash")] }, 'there is already a tool "bash"'],
    ["a name twice", { customTools: [tool("t"), tool("t")] }, 'there is already a tool "t"'],
  ];
  test.each(wrong)("%s that cannot be is refused with a sentence", async (_, options, sentence) => {
    await using rig = createRig();
    const failure = await failureOf(rig.open(options));
    expect(failure).toBeInstanceOf(UserError);
    expect(failure.message).toContain(sentence);
  });

  test("instructions are found, replaced and shaped", async () => {
    await using rig = createRig();
    rig.workspace.write({ "AGENTS.md": "Say moo." });
    rig.models.script(reply(text("a")), reply(text("b")), reply(text("c")));
    // Home, and with it models.yml, follows from the variables.
    const { session: found } = await createAgentSession({
      cwd: rig.workspace.path,
      env: rig.workspace.env(),
      sessionManager: SessionManager.inMemory(),
      model: "fake/m",
    });
    await using _found = found;
    await found.prompt("x");
    await using replaced = await rig.open({ systemPrompt: ["Only this."] });
    await replaced.prompt("x");
    await using shaped = await rig.open({ systemPrompt: (usual) => [...usual, "And this."] });
    await shaped.prompt("x");
    const systems = rig.bodies().map((body) => JSON.stringify(body["system"]));
    expect(systems[0]).toContain("Say moo.");
    expect(systems[1]).toContain("Only this.");
    expect(systems[1]).not.toContain("Working directory");
    expect(systems[2]).toContain("Working directory");
    expect(systems[2]).toContain("And this.");
    expect(systems[2]).not.toContain("Say moo.");
  });

  test("a project that needs trust is refused unless it is ignored", async () => {
    await using rig = createRig();
    mkdirSync(rig.workspace.at(".omp"));
    writeFileSync(rig.workspace.at(".omp/config.yml"), "temperature: 1\n");
    expect(await failureOf(rig.open())).toMatchObject({ name: "UserError", exit: "untrusted" });
    await using ignored = await rig.open({ ignoreProject: true });
    expect(ignored.model.id).toBe("m");
  });

  test("a function stands before every request", async () => {
    await using rig = createRig();
    rig.models.script(reply(text("a")));
    const seen: number[] = [];
    await using session = await rig.open({
      streamFn(request, call, next) {
        seen.push(request.messages.length);
        return next(request, call);
      },
    });
    await session.prompt("x");
    expect(seen).toEqual([1]);
  });
});

describe("custom tools and providers", () => {
  test("a tool sees checked arguments and its session, shows progress, and may stop the run", async () => {
    await using rig = createRig();
    rig.models.script(reply(toolCall("stop", { why: "enough" })));
    const heard: unknown[] = [];
    const stop = defineCustomTool({
      name: "stop",
      description: "Stops.",
      parameters: z.object({ why: z.string() }),
      execute(_id, { why }, onUpdate, context, signal) {
        onUpdate({ content: [{ type: "text", text: "stopping" }] });
        heard.push(why.length, context.model.id, context.cwd, context.sessionId);
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
          context.abort();
        });
      },
    });
    await using session = await rig.open({ customTools: [stop], toolNames: [] });
    await session.prompt("x");
    expect(heard).toEqual([6, "m", rig.workspace.path, session.sessionId]);
    expect(rig.models.requests.length).toBe(1);
    expect(JSON.stringify(session.messages)).toContain('"toolName":"stop"');
  });

  test("a tool without a tier needs a yes where execution does", async () => {
    await using rig = createRig();
    rig.models.script(reply(toolCall("mine", {})), reply(text("refused")));
    const settings = { "tools.approvalMode": "write" };
    await using session = await rig.open({ customTools: [tool("mine")], settings });
    await session.prompt("x");
    expect(session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      isError: true,
    });
  });

  test("a tool declares its tier by the call, and what is told to whoever is asked", async () => {
    await using rig = createRig();
    const calls = ["look", "wipe"].map((how) => reply(toolCall("disk", { how })));
    rig.models.script(...calls, reply(text("done")));
    const asked: string[] = [];
    const disk = defineCustomTool({
      name: "disk",
      description: "Looks at a disk, or wipes it.",
      parameters: z.object({ how: z.string() }),
      approval: ({ how }) =>
        how === "look" ? "read" : { tier: "exec", override: true, reason: "It cannot be undone." },
      formatApprovalDetails: ({ how }) => [`Would ${how}`, "all of it"],
      execute: (_id, { how }) => `did ${how}`,
    });
    const ui = {
      ...silentDialogs,
      select: async (title: string) => {
        asked.push(title);
        return "Deny";
      },
    };
    const settings = { "tools.approvalMode": "yolo" };
    await using session = await rig.open({ customTools: [disk], settings, ui });
    await session.prompt("x");
    expect(asked).toHaveLength(1);
    for (const line of ["Allow tool: disk", "It cannot be undone.", "Would wipe\nall of it"])
      expect(asked[0]).toContain(line);
    const results = session.messages.filter(({ role }) => role === "toolResult");
    expect(results.map((result) => "isError" in result && result.isError)).toEqual([false, true]);
  });

  test("tools of a host stand beside those of the program; without a host their calls fail", async () => {
    await using rig = createRig();
    rig.models.script(reply(toolCall("theirs", {})), reply(text("ok")));
    await using session = await rig.open({ customTools: [tool("mine")], toolNames: [] });
    const theirs = { name: "theirs", description: "Theirs.", parameters: { type: "object" } };
    await session.request("set_host_tools", { tools: [theirs] });
    await session.prompt("x");
    const offered = rig.bodies()[0]?.["tools"] as readonly { readonly name: string }[];
    expect(offered.map(({ name }) => name)).toEqual(["mine", "theirs"]);
    expect(rig.models.requests[1]?.body).toContain("No host is connected.");
    const clash = session.request("set_host_tools", { tools: [{ ...theirs, name: "mine" }] });
    expect(await failureOf(clash)).toBeInstanceOf(CommandError);
  });

  test("a function that fails is the model's error; others can be chosen", async () => {
    await using rig = createRig();
    rig.models.script(reply(text("from the server")));
    const broken: LocalProvider = {
      models: [{ id: "b" }],
      respond: async () => {
        throw new Error("out of ink");
      },
    };
    await using session = await rig.open({ providers: { echo, broken }, model: "broken/b" });
    await session.prompt("x");
    expect(session.lastAnswer).toMatchObject({ stopReason: "error" });
    expect(session.lastAnswer?.errorMessage).toContain("out of ink");
    const { models } = await session.request("get_available_models");
    const names = models.map(({ provider, id }) => `${provider}/${id}`);
    for (const name of ["broken/b", "echo/e", "fake/m"]) expect(names).toContain(name);
    await session.request("set_model", { provider: "echo", modelId: "e" });
    await session.prompt("x");
    expect(session.lastAnswerText).toBe("echo");
    await session.request("set_model", { provider: "fake", modelId: "m" });
    await session.prompt("x");
    expect(session.lastAnswerText).toBe("from the server");
  });
});

describe("a session's life", () => {
  test("prompts queue or are refused while a run goes on; commands are typed and answered", async () => {
    await using rig = createRig();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const slow: LocalProvider = {
      models: [{ id: "s" }],
      async respond({ messages }, answer) {
        if (messages.length === 1) await gate;
        answer.text(0, `after ${messages.length}`);
      },
    };
    await using session = await rig.open({ providers: { slow }, model: "slow/s" });
    const running = session.prompt("one");
    expect(session.isStreaming).toBe(true);
    expect((await failureOf(session.prompt("two"))).name).toBe("SessionBusyError");
    await session.prompt("three", { streamingBehavior: "followUp" });
    open();
    await running;
    expect(session.lastAnswerText).toBe("after 3");
    const state = await session.request("get_state");
    expect(state).toMatchObject({ isStreaming: false, messageCount: 4 });
    const failure = await failureOf(session.request("set_session_name", { name: " " }));
    expect(failure).toBeInstanceOf(CommandError);
  });

  test("sessions stand beside each other, and one that ends takes nothing from the others", async () => {
    await using rig = createRig();
    const open = (name: string) =>
      rig.open({
        providers: {
          [name]: {
            models: [{ id: "e" }],
            respond: async (_request, answer) => answer.text(0, name),
          },
        },
        model: `${name}/e`,
      });
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
    const sessions = await Promise.all(names.map(open));
    await sessions[0]?.dispose();
    await Promise.all(sessions.slice(1).map((session) => session.prompt("who?")));
    expect(sessions.slice(1).map(({ lastAnswerText }) => lastAnswerText)).toEqual(names.slice(1));
    await Promise.all(sessions.map((session) => session.dispose()));
  });

  test("a disposed session says so, tells nobody anything more, and leaves no listener on the process", async () => {
    await using rig = createRig();
    const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const before = listeners();
    const session = await rig.open({ providers: { echo }, model: "echo/e" });
    await session.request("bash", { command: "true" });
    await Promise.all([session.dispose(), session.dispose()]);
    expect(String(await failureOf(session.prompt("x")))).toContain("disposed");
    expect(listeners()).toEqual(before);
  });

  test("a listener that waits holds the run back; unsubscribed, it hears nothing", async () => {
    await using rig = createRig();
    await using session = await rig.open({ providers: { echo }, model: "echo/e" });
    const heard: string[] = [];
    const stop = session.subscribe(async ({ type }) => {
      await Promise.resolve();
      heard.push(type);
    });
    await session.prompt("x");
    expect(heard.at(-1)).toBe("agent_end");
    stop();
    const { length } = heard;
    await session.prompt("y");
    expect(heard.length).toBe(length);
  });
});

describe("what a session can be told to do", () => {
  test("model, thinking, state and settings", async () => {
    await using rig = createRig();
    const second: LocalProvider = { ...echo, models: [{ id: "s", reasoning: true }] };
    await using session = await rig.open({
      providers: { echo, second },
      model: "echo/e",
      settings: { temperature: 0.5 },
    });
    await session.setModel({ provider: "second", id: "s" });
    await session.setThinkingLevel("high");
    await session.prompt("x");
    expect(session.state).toMatchObject({
      model: { id: "s" },
      thinkingLevel: "high",
      isStreaming: false,
    });
    expect(session.state.messages).toHaveLength(2);
    expect(session.settings.get("temperature")).toBe(0.5);
    expect(session.settings.overrides).toEqual({ temperature: 0.5 });
    const failure = await failureOf(session.setModel({ provider: "second", id: "none" }));
    expect(failure).toBeInstanceOf(CommandError);
  });

  test("a command of the user is read by the model with the next prompt", async () => {
    await using rig = createRig();
    rig.models.script(reply(text("seen")));
    await using session = await rig.open();
    expect(await session.executeBash("echo from-$((40+2))")).toMatchObject({ exitCode: 0 });
    await session.prompt("x");
    expect(rig.models.requests[0]?.body).toContain("from-42");
  });

  test("compaction and handoff make room; their texts come back", async () => {
    await using rig = createRig();
    const wordy: LocalProvider = {
      models: [{ id: "w" }],
      respond: async (_request, answer) => answer.text(0, "What was done so far. ".repeat(20)),
    };
    await using session = await rig.open({ providers: { wordy }, model: "wordy/w" });
    for (const said of ["one", "two", "three"]) await session.prompt(said.repeat(20_000));
    expect(await session.compact("briefly")).toMatchObject({ summary: expect.any(String) });
    expect(session.messages[0]).toMatchObject({ role: "compactionSummary" });
    const { sessionId } = session;
    expect(await session.handoff()).toContain("What was done so far.");
    expect(session.sessionId).not.toBe(sessionId);
  });

  test("new, switch, fork, branch and tree: listeners stay", async () => {
    await using rig = createRig();
    const folder = join(rig.workspace.root, "kept");
    await using session = await rig.open({
      sessionManager: SessionManager.create(rig.workspace.path, folder),
      providers: { echo },
      model: "echo/e",
    });
    const heard: string[] = [];
    session.subscribe(({ type }) => void (type === "agent_end" && heard.push(session.sessionId)));
    await session.prompt("one");
    await session.prompt("two");
    const { sessionId: first, sessionFile = "" } = session;
    await session.fork();
    expect(session.messages).toHaveLength(4);
    await session.prompt("three");
    await session.switchSession(sessionFile);
    const isPrompt = ({ type, ...entry }: { type: string; message?: { role: string } }): boolean =>
      type === "message" && entry.message?.role === "user";
    const prompts = session.sessionManager.getEntries().filter(isPrompt);
    expect(await session.navigateTree(prompts[1]?.id ?? "")).toBe("two");
    expect(session.messages).toHaveLength(2);
    expect(await failureOf(session.navigateTree("none"))).toBeInstanceOf(CommandError);
    expect(await session.branch(prompts[0]?.id ?? "")).toBe("one");
    expect(session.messages).toHaveLength(0);
    await session.newSession();
    await session.prompt("four");
    expect(new Set(heard).size).toBe(3);
    expect(heard.slice(0, 2)).toEqual([first, first]);
  });
});

describe("SessionManager", () => {
  test("creates, continues, opens, forks and lists", async () => {
    await using rig = createRig();
    const folder = join(rig.workspace.root, "kept");
    const { path: cwd } = rig.workspace;
    const openAs = (sessionManager: SessionManager) =>
      rig.open({ sessionManager, providers: { echo }, model: "echo/e" });
    const first = await openAs(SessionManager.create(cwd, folder));
    await first.prompt("remember me");
    const { sessionFile = "", sessionId } = first;
    await first.dispose();
    expect(await SessionManager.list(cwd, folder)).toMatchObject([
      { file: sessionFile, id: sessionId },
    ]);
    for (const manager of [
      SessionManager.continueRecent(cwd, folder),
      SessionManager.open(sessionFile),
    ]) {
      await using again = await openAs(manager);
      expect(again.sessionId).toBe(sessionId);
      expect(JSON.stringify(again.messages)).toContain("remember me");
    }
    await using fork = await openAs(SessionManager.forkFrom(sessionFile, cwd, folder));
    expect(fork.sessionId).not.toBe(sessionId);
    expect(JSON.stringify(fork.messages)).toContain("remember me");
    const missing = SessionManager.forkFrom(join(folder, "none.jsonl"), cwd, folder);
    expect(await failureOf(openAs(missing))).toBeInstanceOf(UserError);
  });

  test("in memory nothing is written", async () => {
    await using rig = createRig();
    await using session = await rig.open({ providers: { echo }, model: "echo/e" });
    await session.prompt("x");
    expect(session.sessionFile).toBeUndefined();
    await session.dispose();
    expect(readdirSync(rig.agentDir)).toEqual(["models.yml"]);
  });
});

function tool(name: string) {
  const parameters = z.object({});
  return defineCustomTool({ name, description: "Mine.", parameters, execute: () => "done" });
}

const silentDialogs: Dialogs = {
  select: async () => undefined,
  confirm: async () => false,
  input: async () => undefined,
  editor: async () => undefined,
  notify: () => undefined,
  setStatus: () => undefined,
  setWidget: () => undefined,
  setTitle: () => undefined,
  setEditorText: () => undefined,
};
