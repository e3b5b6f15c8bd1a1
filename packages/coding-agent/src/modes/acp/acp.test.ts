// The Agent Client Protocol as an editor meets it: the official client at the other end of the shipped binary. Each frame
// is checked against the protocol's schema when the editor is disposed.
import { describe, expect, test } from "bun:test";
import { reply, text, thinking, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { startEditor } from "../../testing/acp-editor.ts";

describe("start", () => {
  test("says what it can do, and refuses what came before", async () => {
    await using editor = await startEditor();
    const answer = editor.frames.find(({ from }) => from === "omp")?.message.result;
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "omp" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, fork: {} },
      },
      authMethods: [{ id: "omp-keys" }],
    });
  });

  test("a prompt is streamed: thoughts, words, calls with kind, place and status", async () => {
    await using editor = await startEditor();
    editor.omp.workspace.write({ "note.txt": "hello from the file\n" });
    editor.omp.models.script(
      reply([thinking("let me see"), text("I will look. "), toolCall("read", { path: "note.txt" })]),
      reply(text("It says hello.")),
    );
    const { sessionId } = await editor.newSession();
    const answer = await editor.prompt(sessionId, "what does note.txt say?");
    expect(answer.stopReason).toBe("end_turn");
    expect(editor.said()).toBe("I will look. It says hello.");
    const thoughts = editor.updates("agent_thought_chunk").map(({ content }) => content);
    expect(JSON.stringify(thoughts)).toContain("let me see");
    const [call] = editor.updates("tool_call");
    expect(call).toMatchObject({ kind: "read", status: "pending", title: "read note.txt" });
    expect(call?.locations).toEqual([{ path: `${editor.omp.workspace.path}/note.txt` }]);
    const steps = editor.updates("tool_call_update").map(({ status }) => status);
    expect(steps).toEqual(["in_progress", "completed"]);
    expect(JSON.stringify(editor.updates("tool_call_update").at(-1)?.content)).toContain("hello from");
    expect(editor.updates("usage_update").at(-1)?.size).toBe(200_000);
    expect(await editor.end()).toMatchObject({ exitCode: 0, stderr: "" });
  });
});
