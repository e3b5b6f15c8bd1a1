// What the editor does in omp's place: files as they are in its buffers, commands in its terminals, questions as forms.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { startEditor } from "../../testing/acp-editor.ts";
import { createOmp } from "../../testing/omp-process.ts";

const FILES = { fs: { readTextFile: true, writeTextFile: true } };

describe("files", () => {
  test("are read as they are in the editor, saved or not", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.txt": "on disk\n", "b.txt": "only on disk\n" });
    const buffers = new Map([[omp.workspace.at("a.txt"), "typed, not saved\n"]]);
    omp.models.script(
      reply([toolCall("read", { path: "a.txt" }), toolCall("read", { path: "b.txt" })]),
      reply(text("done")),
    );
    await using editor = await startEditor({ omp, buffers, capabilities: FILES });
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    const told = omp.models.requests.at(-1)?.body ?? "";
    expect(told).toContain("typed, not saved");
    expect(told).not.toContain(":on disk");
    expect(told).toContain("only on disk");
  });

  test("are written and edited in the editor, on top of what was typed", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.txt": "one\ntwo\n" });
    const path = omp.workspace.at("a.txt");
    const buffers = new Map([[path, "one\ntwo and typed\n"]]);
    const edits = [{ old_text: "one", new_text: "ONE" }];
    omp.models.script(
      reply(toolCall("edit", { path: "a.txt", edits })),
      reply(toolCall("write", { path: "new.txt", content: "fresh" })),
      reply(text("done")),
    );
    await using editor = await startEditor({
      omp,
      buffers,
      capabilities: FILES,
      env: { PI_EDIT_VARIANT: "replace" },
    });
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(buffers.get(path)).toBe("ONE\ntwo and typed\n");
    expect(buffers.get(omp.workspace.at("new.txt"))).toBe("fresh");
    // The editor saves when it likes.
    expect(omp.workspace.read("a.txt")).toBe("one\ntwo\n");
    const diffs = editor
      .updates("tool_call_update")
      .flatMap(({ content }) => content ?? [])
      .filter(({ type }) => type === "diff");
    expect(diffs).toEqual([
      { type: "diff", path, oldText: "one\ntwo and typed\n", newText: "ONE\ntwo and typed\n" },
      { type: "diff", path: omp.workspace.at("new.txt"), oldText: null, newText: "fresh" },
    ]);
  });

  const typed = "one and typed\n";
  const races: readonly [texts: readonly string[], reason: string][] = [
    [["one\n", typed], "changed on disk while the edit was prepared"],
    [["one\n", "one\n", "one\n", typed], "changed in the editor while the edit was prepared"],
  ];
  for (const [texts, reason] of races) {
    test(`an edit is refused when somebody types before read ${texts.length}`, async () => {
      await using omp = createOmp();
      omp.workspace.write({ "a.txt": "one\n" });
      const left = [...texts];
      const buffers = new Map<string, string>();
      buffers.get = () => left.shift() ?? typed;
      const edits = [{ old_text: "one", new_text: "ONE" }];
      omp.models.script(reply(toolCall("edit", { path: "a.txt", edits })), reply(text("done")));
      const env = { PI_EDIT_VARIANT: "replace" };
      await using editor = await startEditor({ omp, buffers, capabilities: FILES, env });
      const { sessionId } = await editor.newSession();
      await editor.prompt(sessionId, "go");
      const failed = editor.updates("tool_call_update").at(-1);
      expect(failed?.status).toBe("failed");
      expect(JSON.stringify(failed?.content)).toContain(reason);
      expect(editor.frames.map(({ message }) => message.method)).not.toContain(
        "fs/write_text_file",
      );
    });
  }

  test("outside of the session's directory the editor is not asked", async () => {
    await using editor = await startEditor({ capabilities: FILES });
    const { models, workspace } = editor.omp;
    const path = `${workspace.root}/outside.txt`;
    models.script(reply(toolCall("write", { path, content: "out" })), reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(await Bun.file(path).text()).toBe("out");
    expect(editor.frames.some(({ message }) => message.method?.startsWith("fs/"))).toBe(false);
  });

  test("an editor that offers none is not asked", async () => {
    await using editor = await startEditor();
    editor.omp.workspace.write({ "a.txt": "on disk\n" });
    editor.omp.models.script(reply(toolCall("read", { path: "a.txt" })), reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.frames.some(({ message }) => message.method?.startsWith("fs/"))).toBe(false);
    expect(editor.omp.models.requests.at(-1)?.body).toContain("on disk");
  });
});

describe("terminals", () => {
  test("commands run in the editor's terminals, are shown in their call and released", async () => {
    await using editor = await startEditor({ capabilities: { terminal: true } });
    const { models, workspace } = editor.omp;
    workspace.write({ "sub/x.txt": "" });
    models.script(
      reply(toolCall("bash", { command: "cd sub && echo in-$(basename $PWD); exit 3" })),
      reply(toolCall("bash", { command: "ls", env: { MARK: "here" } })),
      reply(text("done")),
    );
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    const told = models.requests.at(-1)?.body ?? "";
    expect(told).toContain("in-sub");
    expect(told).toContain("x.txt");
    expect(told).toMatch(/exit(ed)?[^"]*3/i);
    expect(editor.terminals.created.map(({ cwd }) => cwd)).toEqual([
      workspace.at("sub"),
      workspace.at("sub"),
    ]);
    expect(editor.terminals.created[1]?.env).toContainEqual({ name: "MARK", value: "here" });
    expect(editor.terminals.released).toEqual(["terminal-1", "terminal-2"]);
    const last = editor.updates("tool_call_update").at(-1);
    expect(last?.content).toEqual([{ type: "terminal", terminalId: "terminal-2" }]);
  });

  test("a cancelled turn kills what runs in the terminal", async () => {
    await using editor = await startEditor({ capabilities: { terminal: true } });
    editor.omp.models.script(reply(toolCall("bash", { command: "sleep 60" })));
    const { sessionId } = await editor.newSession();
    const answer = editor.prompt(sessionId, "go");
    await editor.told(() => editor.terminals.created.length === 1);
    await editor.agent.notify("session/cancel", { sessionId });
    expect((await answer).stopReason).toBe("cancelled");
    await editor.told(() => editor.terminals.released.length === 1);
    const asked = editor.frames.map(({ message: { method } }) => method);
    expect(asked.indexOf("terminal/kill")).toBeGreaterThan(0);
    expect(asked.indexOf("terminal/release")).toBeGreaterThan(asked.indexOf("terminal/kill"));
  });
});

describe("questions", () => {
  const questions = [
    { id: "q", question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] },
  ];

  test("of the model are forms where the editor shows forms", async () => {
    await using editor = await startEditor({
      capabilities: { elicitation: { form: {} } },
      fill: () => ({ action: "accept", content: { value: "blue" } }),
    });
    editor.omp.models.script(reply(toolCall("ask", { questions })), reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    const asked = await editor.frame(({ method }) => method === "elicitation/create");
    expect(asked.params).toMatchObject({ sessionId, mode: "form", message: "Which colour?" });
    expect(editor.omp.models.requests.at(-1)?.body).toContain("blue");
  });

  test("are not put to an editor without forms: the tool is not there", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply(text("done")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    const { tools } = JSON.parse(editor.omp.models.requests[0]?.body ?? "") as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name)).not.toContain("ask");
  });
});
