// The faces of omp over a session that a program made itself. Each runs as its user would run it: a process of its own,
// which goes on when the face has ended.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { httpError, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { startProcess } from "@oh-my-pi/pi-testkit/process";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync } from "node:fs";
import { createOmp } from "../testing/omp-process.ts";
import { startRpcHost } from "../testing/rpc-host.ts";
import { runSdkProgram, sdkProgram } from "../testing/sdk-program.ts";

// Each program is read from source, which takes a busy machine its time.
setDefaultTimeout(60_000);

const OPEN = `const { session } = await omp.createAgentSession({ model: "fake/m" });`;
const AFTER = `console.error("goes on with", code);`;

describe("runPrintMode", () => {
  test("says all messages, prints the last answer and disposes of the session", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("one")), reply(text("two")));
    const image = `{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }`;
    const run = await runSdkProgram(
      omp,
      `${OPEN}
      const code = await omp.runPrintMode(session, {
        initialMessage: "first", initialImages: [${image}], messages: ["second"],
      });
      ${AFTER}
      await session.prompt("x").catch((error) => console.error(error.message));`,
    );
    expect(run.stdout).toBe("two\n");
    expect(run.stderr).toContain("goes on with 0\nThis session was disposed of.");
    const [first, second] = omp.models.requests.map(({ body }) => body);
    expect(first).toContain('"first"');
    expect(second).toContain('"second"');
  });

  test("json: the header, then every event", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text(["a", "b"])));
    const { stdout } = await runSdkProgram(
      omp,
      `${OPEN} await omp.runPrintMode(session, { mode: "json", initialMessage: "x" });`,
    );
    const types = stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe("session");
    expect(types[1]).toBe("agent_start");
    expect(types).toContain("message_update");
    expect(types.at(-1)).toBe("agent_end");
  });

  test("a failure goes to stderr and is the exit code", async () => {
    await using omp = createOmp();
    omp.models.script(httpError(400, { message: "out of order" }));
    const run = await runSdkProgram(
      omp,
      `${OPEN} const code = await omp.runPrintMode(session, { messages: ["x"] }); ${AFTER}`,
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: "" });
    expect(run.stderr).toContain("out of order");
    expect(run.stderr).toContain("goes on with 1");
  });
});

describe("runRpcMode", () => {
  test("serves commands and host tools until the host goes; stdout carries nothing else", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("add", { a: 1, b: 2 })), reply(text("three")));
    const program = sdkProgram(
      omp,
      `${OPEN}
      session.subscribe(({ type }) => { if (type === "agent_start") console.log("printed"); });
      const code = await omp.runRpcMode(session);
      ${AFTER}`,
    );
    const { path: cwd } = omp.workspace;
    const serve = () => startProcess(program, { cwd, env: omp.workspace.env() });
    const host = await startRpcHost([], { ...omp, serve });
    await using child = host.process;
    expect(await host.ask("get_state")).toMatchObject({ success: true });
    const parameters = { type: "object", properties: { a: {}, b: {} } };
    const tools = [{ name: "add", description: "Adds.", parameters }];
    expect(await host.ask("set_host_tools", { tools })).toMatchObject({ success: true });
    await host.ask("prompt", { message: "1 + 2?" });
    const call = await host.next(({ type }) => type === "host_tool_call");
    host.send({ type: "host_tool_result", id: call.id, result: { content: "3" } });
    await host.next(({ type }) => type === "agent_end");
    expect((await host.ask("get_last_assistant_text")).data).toEqual({ text: "three" });
    child.closeStdin();
    const { exitCode, stderr } = await child.exited;
    expect(exitCode).toBe(0);
    expect(stderr).toContain("printed");
    expect(stderr).toContain("goes on with 0");
  });

  test("asks the host what needs a yes, where the session is made for that", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "touch made" })), reply(text("made")));
    const program = sdkProgram(
      omp,
      `const settings = { "tools.approvalMode": "always-ask" };
      const { session } = await omp.createAgentSession({ model: "fake/m", ui: "host", settings });
      await omp.runRpcMode(session);`,
    );
    const { path: cwd } = omp.workspace;
    const serve = () => startProcess(program, { cwd, env: omp.workspace.env() });
    const host = await startRpcHost([], { ...omp, serve });
    await using child = host.process;
    await host.ask("prompt", { message: "go" });
    const request = await host.next(({ type }) => type === "extension_ui_request");
    expect(request["title"]).toContain("Allow tool: bash");
    expect(existsSync(omp.workspace.at("made"))).toBe(false);
    host.send({ type: "extension_ui_response", id: request.id, value: "Approve" });
    await host.next(({ type }) => type === "agent_end");
    expect(existsSync(omp.workspace.at("made"))).toBe(true);
    child.closeStdin();
    expect((await child.exited).exitCode).toBe(0);
  });
});

describe("InteractiveMode", () => {
  skipUnless(requireTool("tmux"))("shows the session, asks the person, and ends", async () => {
    await using omp = createOmp();
    omp.models.script(
      reply(toolCall("bash", { command: "touch made" })),
      reply(text("All **done**.")),
    );
    const program = sdkProgram(
      omp,
      `const { session } = await omp.createAgentSession({
        model: "fake/m", interactive: true, settings: { "tools.approvalMode": "always-ask" },
      });
      await new omp.InteractiveMode(session, { welcome: "An embedded omp", messages: ["go"] }).run();
      console.log("the program goes on");`,
    );
    await using terminal = await startTmux(program, {
      env: omp.workspace.env(),
      cwd: omp.workspace.path,
      columns: 90,
      rows: 30,
    });
    await terminal.waitFor("Allow tool: bash");
    await terminal.press("Down");
    await terminal.press("Enter");
    const shown = await terminal.waitFor("All done.");
    expect(shown).toContain("An embedded omp");
    await terminal.press("C-d");
    expect(await terminal.waitForExit()).toBe(0);
    expect(await terminal.screen()).toContain("the program goes on");
  });

  test("without a terminal it says so", async () => {
    await using omp = createOmp();
    const run = await runSdkProgram(
      omp,
      `${OPEN} await new omp.InteractiveMode(session).run().catch((error) => console.log(error.name, error.message));
      await session.dispose();`,
    );
    expect(run.stdout).toBe("UserError InteractiveMode needs a terminal on stdin and stdout.\n");
  });
});

describe("main", () => {
  test("runs a command line and gives its exit code back", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("hello")));
    const run = await runSdkProgram(
      omp,
      `for (const argv of [["-p", "--model", "fake/m", "hi"], ["read", "--help"], ["--nope"]]) {
        const code = await omp.main(argv);
        ${AFTER}
      }`,
    );
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toStartWith("hello\n");
    expect(run.stdout).toContain("omp read");
    const codes = [...run.stderr.matchAll(/goes on with (\d+)/g)].map(([, code]) => Number(code));
    expect(codes).toEqual([0, 0, 2]);
  });
});
