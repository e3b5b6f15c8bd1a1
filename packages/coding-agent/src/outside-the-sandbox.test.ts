// Contract: a command leaves the sandbox only when a person says yes, whatever the approval mode: in the terminal, in an
// editor, in a host with dialogs. Where nobody can be asked it is refused, and the model reads why.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { startEditor } from "./testing/acp-editor.ts";
import { builtBinary, createOmp, type OmpProcess } from "./testing/omp-process.ts";
import { startRpcHost } from "./testing/rpc-host.ts";
import { workingBackends } from "./testing/sandbox-world.ts";

setDefaultTimeout(60_000);

const ASKS = "It asks to run outside the sandbox, with all your rights.";
const MODE = ["--approval-mode", "yolo"];
const { working } = await workingBackends();
const inTmux = skipUnless(requireTool("tmux"));

/** A command that writes where only one outside the sandbox can. */
function askForMore({ models, workspace }: OmpProcess): () => boolean {
  const made = `${workspace.home}/made`;
  models.script(
    reply(toolCall("bash", { command: `echo out > ${made}`, outside: "all" })),
    reply(text("Understood.")),
  );
  return () => existsSync(made);
}

const heard = ({ models }: OmpProcess): string => models.requests.at(-1)?.body ?? "";

describe.skipIf(working.length === 0)("nobody can be asked", () => {
  test("print: refused, and the model reads why", async () => {
    await using omp = createOmp();
    const isMade = askForMore(omp);
    const { exitCode } = await omp.run(["--model", "fake/m", ...MODE, "-p", "go"]);
    expect({ exitCode, isMade: isMade() }).toEqual({ exitCode: 4, isMade: false });
    expect(heard(omp)).toContain("nobody can be asked");
    expect(heard(omp)).toContain(ASKS);
  });

  test("a host without dialogs: the same", async () => {
    await using host = await startRpcHost(["--mode", "rpc", ...MODE]);
    const isMade = askForMore(host.omp);
    await host.ask("prompt", { message: "go" });
    await host.next(({ type }) => type === "agent_end");
    expect(isMade()).toBe(false);
    expect(heard(host.omp)).toContain(ASKS);
  });
});

describe.skipIf(working.length === 0).each([
  ["no", false],
  ["yes", true],
] as const)("a person says %s", (_, isAllowed) => {
  test("in a host with dialogs", async () => {
    await using host = await startRpcHost(["--mode", "rpc-ui", ...MODE]);
    const isMade = askForMore(host.omp);
    await host.ask("prompt", { message: "go" });
    const request = await host.next(({ type }) => type === "extension_ui_request");
    expect(request["title"]).toContain(ASKS);
    expect(request["options"]).toEqual(["Approve", "Deny"]);
    const value = isAllowed ? "Approve" : "Deny";
    host.send({ type: "extension_ui_response", id: request.id, value });
    await host.next(({ type }) => type === "agent_end");
    expect(isMade()).toBe(isAllowed);
  });

  test("in an editor", async () => {
    await using editor = await startEditor({
      args: ["acp", "--model", "fake/m", ...MODE],
      decide: () => (isAllowed ? "allow_once" : "reject_once"),
    });
    const isMade = askForMore(editor.omp);
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(1);
    // Each time anew: there is no answer that lasts.
    const kinds = editor.permissions[0]?.options.map(({ kind }) => kind);
    expect(kinds).toEqual(["allow_once", "reject_once"]);
    expect(isMade()).toBe(isAllowed);
  });

  inTmux("in the terminal", async () => {
    await using omp = createOmp();
    const isMade = askForMore(omp);
    const flags = ["--model", "fake/m", "--no-title", ...MODE];
    await using terminal = await startTmux([builtBinary(), ...flags], {
      env: omp.workspace.env(),
      cwd: omp.workspace.path,
      columns: 90,
      rows: 30,
    });
    await terminal.waitFor("Ask anything");
    await terminal.type("go");
    await terminal.press("Enter");
    await terminal.waitFor(ASKS);
    if (isAllowed) await terminal.press("Down");
    await terminal.press("Enter"); // No is the default.
    await terminal.waitFor("Understood.");
    expect(isMade()).toBe(isAllowed);
  });
});
