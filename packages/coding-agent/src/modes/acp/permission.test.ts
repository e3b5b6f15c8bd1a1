// What may run: `write` and `exec` are gated as the approval mode says, the editor is asked, and no answer is a no.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { existsSync } from "node:fs";
import { startEditor, type EditorOptions } from "../../testing/acp-editor.ts";

const writing = toolCall("write", { path: "new.txt", content: "written" });
const running = toolCall("bash", { command: "touch ran.txt" });

function editorWith(mode: string, decide: EditorOptions["decide"]) {
  const args = ["acp", "--model", "fake/m", "--approval-mode", mode];
  return startEditor({ args, ...(decide !== undefined && { decide }) });
}

describe("the mode decides what is asked about", () => {
  const cases: readonly [mode: string, asked: readonly string[]][] = [
    ["always-ask", ["write", "bash"]],
    ["write", ["bash"]],
    ["yolo", []],
  ];
  for (const [mode, asked] of cases) {
    test(`${mode}: ${asked.join(" and ") || "nothing"}; a no keeps it from running`, async () => {
      await using editor = await editorWith(mode, () => "reject_once");
      const { workspace, models } = editor.omp;
      models.script(reply([writing]), reply([running]), reply(text("done")));
      const { sessionId } = await editor.newSession();
      await editor.prompt(sessionId, "go");
      const titles = editor
        .updates("tool_call")
        .map(({ toolCallId, title }) => [toolCallId, title]);
      const byId = new Map(titles as [string, string][]);
      const names = editor.permissions.map(
        ({ toolCall: call }) => byId.get(call.toolCallId)?.split(" ")[0] ?? "unknown",
      );
      expect(names).toEqual([...asked]);
      expect(existsSync(workspace.at("new.txt"))).toBe(!asked.includes("write"));
      expect(existsSync(workspace.at("ran.txt"))).toBe(!asked.includes("bash"));
    });
  }
});

describe("answers", () => {
  test("allow once runs it and asks again; allow always does not ask again", async () => {
    const answers = ["allow_once", "allow_always"];
    await using editor = await editorWith("always-ask", () => answers.shift() ?? "reject_once");
    editor.omp.models.script(
      reply(toolCall("bash", { command: "echo 1" })),
      reply(toolCall("bash", { command: "echo 2" })),
      reply(toolCall("bash", { command: "echo 3" })),
      reply(text("done")),
    );
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(2);
    expect(editor.permissions[0]?.options.map(({ kind }) => kind)).toEqual([
      "allow_once",
      "reject_once",
      "allow_always",
      "reject_always",
    ]);
    const ends = editor.updates("tool_call_update").filter(({ status }) => status === "completed");
    expect(ends).toHaveLength(3);
  });

  test("reject always holds for the rest of the session, not for another one", async () => {
    await using editor = await editorWith("always-ask", () => "reject_always");
    editor.omp.models.script(reply([running]), reply([running]), reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(1);
    editor.omp.models.script(reply([running]), reply(text("done")));
    const other = await editor.newSession();
    await editor.prompt(other.sessionId, "go");
    expect(editor.permissions).toHaveLength(2);
    expect(existsSync(editor.omp.workspace.at("ran.txt"))).toBe(false);
  });

  test("a question that the person closes is a no", async () => {
    await using editor = await editorWith("always-ask", () => undefined);
    editor.omp.models.script(reply([running]), reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(1);
    expect(existsSync(editor.omp.workspace.at("ran.txt"))).toBe(false);
  });

  test("an editor that answers with an error is a no", async () => {
    await using editor = await editorWith("always-ask", () => Promise.reject(new Error("broken")));
    editor.omp.models.script(reply([running]), reply(text("done")));
    const { sessionId } = await editor.newSession();
    expect((await editor.prompt(sessionId, "go")).stopReason).toBe("end_turn");
    expect(existsSync(editor.omp.workspace.at("ran.txt"))).toBe(false);
  });

  test("what could do harm is asked about each time, in any mode", async () => {
    await using editor = await editorWith("yolo", () => "reject_once");
    const harm = toolCall("bash", { command: "rm -rf /" });
    editor.omp.models.script(reply([harm]), reply([harm]), reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(2);
    expect(editor.permissions[0]?.options.map(({ kind }) => kind)).toEqual([
      "allow_once",
      "reject_once",
    ]);
  });

  test("a turn that is cancelled while it asks ends as cancelled and runs nothing", async () => {
    await using editor = await editorWith("always-ask", () => new Promise<never>(() => undefined));
    editor.omp.models.script(reply([running]));
    const { sessionId } = await editor.newSession();
    const answer = editor.prompt(sessionId, "go");
    await editor.frame(({ method }) => method === "session/request_permission");
    await editor.agent.notify("session/cancel", { sessionId });
    expect((await answer).stopReason).toBe("cancelled");
    expect(existsSync(editor.omp.workspace.at("ran.txt"))).toBe(false);
  });
});

describe("the mode that the person chooses in the editor", () => {
  test("holds from the next call on, by set_mode and by its option", async () => {
    await using editor = await editorWith("yolo", () => "reject_once");
    const { sessionId, modes } = await editor.newSession();
    expect(modes).toMatchObject({ currentModeId: "yolo" });
    await editor.agent.request("session/set_mode", { sessionId, modeId: "always-ask" });
    editor.omp.models.script(reply([writing]), reply(text("done")));
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(1);
    const set = { sessionId, configId: "mode", value: "write" };
    await editor.agent.request("session/set_config_option", set);
    expect(editor.updates("current_mode_update").at(-1)?.currentModeId).toBe("write");
    editor.omp.models.script(reply([writing]), reply(text("done")));
    await editor.prompt(sessionId, "go");
    expect(editor.permissions).toHaveLength(1);
    expect(editor.omp.workspace.read("new.txt")).toBe("written");
    const wrong = editor.agent.request("session/set_mode", { sessionId, modeId: "none" });
    expect(await wrong.catch(({ code }: { code: number }) => code)).toBe(-32602);
  });
});
