// Sessions of an editor: opened again, listed, copied, closed, and there again after omp was killed.
import { describe, expect, test } from "bun:test";
import { reply, stall, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { mkdirSync, writeFileSync } from "node:fs";
import { startEditor, type TestEditor } from "../../testing/acp-editor.ts";
import { createOmp } from "../../testing/omp-process.ts";

const server = {
  name: "files",
  command: "/bin/mcp",
  args: ["--root"],
  env: [{ name: "TOKEN", value: "s3cret-value" }],
};

async function told(editor: TestEditor, sessionId: string, extra: object = {}): Promise<unknown> {
  const cwd = editor.omp.workspace.path;
  return editor.agent.request("session/load", { sessionId, cwd, mcpServers: [], ...extra });
}

describe("load", () => {
  test("tells everything that was said, in order, before it answers", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.txt": "content of a\n" });
    omp.models.script(
      reply([text("looking"), toolCall("read", { path: "a.txt" })]),
      reply(text("seen")),
      reply(text("and on")),
    );
    let id = "";
    {
      await using editor = await startEditor({ omp });
      id = (await editor.newSession()).sessionId;
      await editor.prompt(id, "read a.txt");
      await editor.end();
    }
    await using editor = await startEditor({ omp });
    const answer = await told(editor, id);
    expect(answer).toMatchObject({ modes: { currentModeId: "yolo" } });
    const kinds = editor.frames.flatMap(({ from, message }) => {
      const { update } = (message.params ?? {}) as { update?: { sessionUpdate: string } };
      return from === "omp" && update !== undefined ? [update.sessionUpdate] : [];
    });
    expect(kinds.filter((kind) => kind !== "available_commands_update")).toEqual([
      "user_message_chunk",
      "agent_message_chunk",
      "tool_call",
      "tool_call_update",
      "agent_message_chunk",
    ]);
    expect(editor.updates("tool_call_update")[0]).toMatchObject({ status: "completed" });
    expect(JSON.stringify(editor.updates("tool_call_update"))).toContain("content of a");
    expect((await editor.prompt(id, "go on")).stopReason).toBe("end_turn");
    expect(omp.models.requests.at(-1)?.body).toContain("read a.txt");
  });

  test("after a kill -9 in the middle of a call nothing that was said is lost", async () => {
    await using omp = createOmp();
    omp.models.script(
      reply([text("I will run it"), toolCall("bash", { command: "sleep 60" })]),
      reply(text("here again")),
    );
    let id = "";
    {
      await using editor = await startEditor({ omp });
      id = (await editor.newSession()).sessionId;
      const lost = editor.prompt(id, "run the thing").catch(() => undefined);
      await editor.told(() =>
        editor.updates("tool_call_update").some(({ status }) => status === "in_progress"),
      );
      editor.process.kill("SIGKILL");
      await editor.process.exited;
      await lost;
    }
    await using editor = await startEditor({ omp });
    await told(editor, id);
    expect(JSON.stringify(editor.updates("user_message_chunk"))).toContain("run the thing");
    expect(editor.said()).toBe("I will run it");
    expect(editor.updates("tool_call")[0]).toMatchObject({ title: "bash sleep 60" });
    expect(editor.updates("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
    expect((await editor.prompt(id, "go on")).stopReason).toBe("end_turn");
    expect(editor.said()).toBe("I will run ithere again");
  });

  test("after a kill -9 before the first word of the model the prompt is there", async () => {
    await using omp = createOmp();
    omp.models.script(reply([stall()]), reply(text("now")));
    let id = "";
    {
      await using editor = await startEditor({ omp });
      id = (await editor.newSession()).sessionId;
      const lost = editor.prompt(id, "precious words").catch(() => undefined);
      await omp.models.nthRequest(1);
      editor.process.kill("SIGKILL");
      await editor.process.exited;
      await lost;
    }
    await using editor = await startEditor({ omp });
    await told(editor, id);
    expect(JSON.stringify(editor.updates("user_message_chunk"))).toContain("precious words");
    await editor.prompt(id, "go on");
    expect(omp.models.requests.at(-1)?.body).toContain("precious words");
  });
});

describe("resume, list, fork, close", () => {
  test("a session is resumed without being told again", async () => {
    await using editor = await startEditor();
    const cwd = editor.omp.workspace.path;
    editor.omp.models.script(reply(text("one")), reply(text("two")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "first question");
    await editor.agent.request("session/close", { sessionId });
    const closed = editor.prompt(sessionId, "x").catch(({ code }: { code: number }) => code);
    expect(await closed).toBe(-32002);
    const resumed = await editor.agent.request("session/resume", { sessionId, cwd });
    expect(resumed.modes?.currentModeId).toBe("yolo");
    expect(editor.updates("user_message_chunk")).toEqual([]);
    await editor.prompt(sessionId, "second question");
    expect(editor.omp.models.requests.at(-1)?.body).toContain("first question");
  });

  test("the list is newest first, of one directory or of all, a page at a time", async () => {
    await using editor = await startEditor();
    const cwd = editor.omp.workspace.path;
    const ids: string[] = [];
    for (const word of ["alpha", "beta"]) {
      editor.omp.models.script(reply(text(word)));
      const { sessionId } = await editor.newSession();
      await editor.prompt(sessionId, `about ${word}`);
      ids.unshift(sessionId);
    }
    const { sessions } = await editor.agent.request("session/list", { cwd });
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(ids);
    expect(sessions[0]).toMatchObject({ cwd, title: "about beta" });
    expect(Date.parse(sessions[0]?.updatedAt ?? "")).toBeGreaterThan(0);
    const elsewhere = await editor.agent.request("session/list", { cwd: "/" });
    expect(elsewhere.sessions).toEqual([]);
    const everywhere = await editor.agent.request("session/list", {});
    expect(everywhere.sessions).toHaveLength(2);
    const after = await editor.agent.request("session/list", { cursor: "1" });
    expect(after.sessions.map(({ sessionId }) => sessionId)).toEqual(ids.slice(1));
  });

  test("a fork begins as the session is and leaves it alone", async () => {
    await using editor = await startEditor();
    const cwd = editor.omp.workspace.path;
    editor.omp.models.script(reply(text("one")), reply(text("in the fork")), reply(text("back")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "the beginning");
    const forked = await editor.agent.request<{ sessionId: string }>("session/fork", {
      sessionId,
      cwd,
    });
    expect(forked.sessionId).not.toBe(sessionId);
    await editor.prompt(forked.sessionId, "only in the fork");
    expect(editor.omp.models.requests[1]?.body).toContain("the beginning");
    await editor.prompt(sessionId, "in the first");
    expect(editor.omp.models.requests[2]?.body).not.toContain("only in the fork");
  });
});

describe("omp's own methods", () => {
  test("list sessions and projects, and count what a session used", async () => {
    await using editor = await startEditor();
    const cwd = editor.omp.workspace.path;
    editor.omp.models.script(reply(text("ok")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "the only one");
    const info = { sessionId, cwd, title: "the only one" };
    const { agent } = editor;
    expect(await agent.request("_omp/sessions/listAll", {})).toMatchObject({ sessions: [info] });
    expect(await agent.request("_omp/chats/byCwd", { cwd })).toMatchObject({ sessions: [info] });
    expect(await agent.request("_omp/chats/byCwd", { cwd: "/" })).toEqual({ sessions: [] });
    expect(await agent.request("_omp/projects/list", {})).toMatchObject({
      projects: [{ cwd, sessionCount: 1 }],
    });
    expect(await agent.request("_omp/usage", { sessionId })).toMatchObject({
      sessionId,
      userMessages: 1,
      assistantMessages: 1,
    });
    const unknown = agent.request("_omp/usage", {}).catch(({ code }: { code: number }) => code);
    expect(await unknown).toBe(-32602);
  });
});

describe("settings", () => {
  test("what a person likes in their terminal is not for editors; no titles are made", async () => {
    await using omp = createOmp();
    mkdirSync(`${omp.workspace.home}/.omp/agent`, { recursive: true });
    writeFileSync(`${omp.workspace.home}/.omp/agent/config.yml`, "todo:\n  enabled: false\n");
    omp.models.script(reply(text("ok")));
    await using editor = await startEditor({ omp });
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(omp.models.requests[0]?.body).toContain('"todo_write"');
    expect(omp.models.requests).toHaveLength(1);
  });
});

describe("MCP servers of the editor", () => {
  test("are kept with the session, without the values of their variables", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply(text("ok")));
    const { sessionId } = await editor.newSession({ mcpServers: [server] });
    await editor.prompt(sessionId, "go");
    // It is said that nothing connects to them yet.
    expect((await editor.end()).stderr).toContain("not connected to yet");
    const kept = editor.omp.sessionLines().find((line) => line["customType"] === "acp.mcpServers");
    expect(kept?.["data"]).toEqual({
      servers: [
        { type: "stdio", name: "files", command: "/bin/mcp", args: ["--root"], env: ["TOKEN"] },
      ],
    });
    expect(JSON.stringify(editor.omp.sessionLines())).not.toContain("s3cret-value");
  });
});
