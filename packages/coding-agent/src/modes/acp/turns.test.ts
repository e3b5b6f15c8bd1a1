// What a turn can hold and how it can end: pictures and files from the editor, plans, diffs, slash commands, the choice of
// model, and a cancel at any time.
import type { PromptResponse, SetSessionConfigOptionResponse } from "@agentclientprotocol/sdk";
import { describe, expect, test } from "bun:test";
import { hold, reply, stall, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { startEditor } from "../../testing/acp-editor.ts";
import { createOmp, writeModelsFile } from "../../testing/omp-process.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("a prompt", () => {
  test("brings pictures, embedded files and links to the model", async () => {
    await using omp = createOmp();
    writeModelsFile(omp.workspace, omp.models.url, "anthropic-messages", ["text", "image"]);
    omp.models.script(reply(text("seen")));
    await using editor = await startEditor({ omp });
    const { sessionId } = await editor.newSession();
    await editor.agent.request("session/prompt", {
      sessionId,
      prompt: [
        { type: "text", text: "look at these" },
        { type: "image", data: PIXEL, mimeType: "image/png" },
        { type: "resource", resource: { uri: "file:///w/x%20y.ts", text: "const inner = 1;" } },
        { type: "resource_link", uri: "file:///w/linked.ts", name: "linked.ts" },
      ],
    });
    const { body = "" } = omp.models.requests[0] ?? {};
    expect(body).toContain(PIXEL);
    expect(body).toContain('<file path=\\"/w/x y.ts\\">\\nconst inner = 1;\\n</file>');
    expect(body).toContain("[linked.ts](/w/linked.ts)");
  });
});

describe("a cancel", () => {
  test("ends a turn whose model still thinks, and the next turn runs", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply([text("be"), stall()]), reply(text("fine")));
    const { sessionId } = await editor.newSession();
    const answer = editor.prompt(sessionId, "go");
    await editor.told(() => editor.said() === "be");
    await editor.agent.notify("session/cancel", { sessionId });
    expect((await answer).stopReason).toBe("cancelled");
    expect((await editor.prompt(sessionId, "again")).stopReason).toBe("end_turn");
  });

  test("ends a command that runs", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply(toolCall("bash", { command: "sleep 60" })));
    const { sessionId } = await editor.newSession();
    const answer = editor.prompt(sessionId, "go");
    await editor.told(() =>
      editor.updates("tool_call_update").some(({ status }) => status === "in_progress"),
    );
    await editor.agent.notify("session/cancel", { sessionId });
    expect((await answer).stopReason).toBe("cancelled");
    expect(editor.updates("tool_call_update").at(-1)?.status).toBe("failed");
  });

  test("also ends turns that wait, and one without a turn changes nothing", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply([stall()]), reply(text("ok")));
    const { sessionId } = await editor.newSession();
    await editor.agent.notify("session/cancel", { sessionId });
    const both = [editor.prompt(sessionId, "1"), editor.prompt(sessionId, "2")];
    await editor.omp.models.nthRequest(1);
    await editor.agent.notify("session/cancel", { sessionId });
    const reasons = (await Promise.all(both)).map(({ stopReason }) => stopReason);
    expect(reasons).toEqual(["cancelled", "cancelled"]);
    expect((await editor.prompt(sessionId, "3")).stopReason).toBe("end_turn");
  });

  test("of the request itself ends the turn too", async () => {
    await using editor = await startEditor();
    const pause = hold();
    editor.omp.models.script(reply([text("a"), pause]));
    const { sessionId } = await editor.newSession();
    const stop = new AbortController();
    const prompt = [{ type: "text" as const, text: "go" }];
    const answer = editor.agent.request<PromptResponse>(
      "session/prompt",
      { sessionId, prompt },
      { cancellationSignal: stop.signal },
    );
    await editor.told(() => editor.said() === "a");
    stop.abort();
    expect((await answer).stopReason).toBe("cancelled");
    pause.release();
  });
});

describe("what tools do", () => {
  test("the to-do list is the plan", async () => {
    await using editor = await startEditor();
    const list = [{ phase: "Work", items: ["first", "second"] }];
    editor.omp.models.script(
      reply(toolCall("todo_write", { ops: [{ op: "init", list }] })),
      reply(toolCall("todo_write", { ops: [{ op: "done", task: "first" }] })),
      reply(toolCall("todo_write", { ops: [{ op: "drop", task: "second" }] })),
      reply(text("done")),
    );
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "plan it");
    const plans = editor
      .updates("plan")
      .map(({ entries }) => entries.map(({ content, status }) => `${content}: ${status}`));
    expect(plans[0]).toEqual(["first: in_progress", "second: pending"]);
    expect(plans[1]).toEqual(["first: completed", "second: in_progress"]);
    // What was given up is no part of a plan.
    expect(plans[2]).toEqual(["first: completed"]);
  });

  test("a file that is written is shown as the change it is", async () => {
    await using editor = await startEditor();
    editor.omp.workspace.write({ "a.txt": "old\n" });
    editor.omp.models.script(
      reply(toolCall("write", { path: "a.txt", content: "new\n" })),
      reply(text("done")),
    );
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    const diff = {
      type: "diff",
      path: editor.omp.workspace.at("a.txt"),
      oldText: "old\n",
      newText: "new\n",
    };
    expect(editor.updates("tool_call")[0]).toMatchObject({ kind: "edit", content: [diff] });
    expect(editor.updates("tool_call_update").at(-1)).toMatchObject({
      status: "completed",
      content: [diff],
    });
  });
});

describe("slash commands", () => {
  test("are offered after the session was answered, but for those of the terminal", async () => {
    await using editor = await startEditor();
    await editor.newSession();
    await editor.told(() => editor.updates("available_commands_update").length > 0);
    const order = editor.frames.map(({ message }) => message.method ?? "answer");
    expect(order.lastIndexOf("session/update")).toBeGreaterThan(order.lastIndexOf("answer"));
    const [commands] = editor.updates("available_commands_update");
    const names = commands?.availableCommands.map(({ name }) => name) ?? [];
    expect(names).toContain("help");
    expect(names).toContain("rename");
    expect(names).not.toContain("exit");
    expect(names).not.toContain("new");
  });

  test("are answered as text and reach no model; unknown ones do", async () => {
    await using editor = await startEditor();
    const { sessionId } = await editor.newSession();
    expect((await editor.prompt(sessionId, "/help")).stopReason).toBe("end_turn");
    expect(editor.said()).toContain("/rename");
    await editor.prompt(sessionId, "/rename My work");
    expect(editor.updates("session_info_update").at(-1)?.title).toBe("My work");
    await editor.prompt(sessionId, "/exit");
    expect(editor.said()).toContain("/exit is for the terminal");
    await editor.prompt(sessionId, "/model");
    expect(editor.said()).toContain("Model: fake/m");
    expect(editor.omp.models.requests).toHaveLength(0);
    editor.omp.models.script(reply(text("what?")));
    await editor.prompt(sessionId, "/nonsense please");
    expect(editor.omp.models.requests[0]?.body).toContain("/nonsense please");
  });
});

describe("the model", () => {
  test("is chosen by its option or by set_model", async () => {
    await using editor = await startEditor({ env: { ANTHROPIC_API_KEY: "k" } });
    const { sessionId, configOptions } = await editor.newSession();
    const model = (configOptions as { id: string; currentValue: string; options: object[] }[]).find(
      ({ id }) => id === "model",
    );
    expect(model).toMatchObject({ currentValue: "fake/m" });
    expect(JSON.stringify(model?.options)).toContain("anthropic/claude");
    const other = /"(anthropic\/claude-sonnet[^"]*)"/.exec(JSON.stringify(model?.options))?.[1];
    const set = { sessionId, configId: "model", value: other ?? "" };
    const answer = await editor.agent.request<SetSessionConfigOptionResponse>(
      "session/set_config_option",
      set,
    );
    expect(answer.configOptions.find(({ id }) => id === "model")).toMatchObject({
      currentValue: other,
    });
    expect(answer.configOptions.some(({ id }) => id === "thinking")).toBe(true);
    const level = { sessionId, configId: "thinking", value: "high" };
    const thinking = await editor.agent.request<SetSessionConfigOptionResponse>(
      "session/set_config_option",
      level,
    );
    expect(thinking.configOptions.find(({ id }) => id === "thinking")).toMatchObject({
      currentValue: "high",
    });
    await editor.agent.request("session/set_model", { sessionId, modelId: "fake/m" });
    editor.omp.models.script(reply(text("from the fake")));
    await editor.prompt(sessionId, "go");
    expect(editor.said()).toBe("from the fake");
    const wrong = editor.agent.request("session/set_model", { sessionId, modelId: "no/such" });
    expect(await wrong.catch(({ code }: { code: number }) => code)).toBe(-32602);
  });
});
