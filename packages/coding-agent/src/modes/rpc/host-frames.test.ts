// What a host adds to its sessions over RPC: tools, addresses and dialogs are asked for by frames, answered by id, given
// up when nobody waits, and refused when the host goes.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { type RpcFrame, startRpcHost } from "../../testing/rpc-host.ts";

const isEnd = ({ type }: RpcFrame): boolean => type === "agent_end";
const isType =
  (wanted: string) =>
  ({ type }: RpcFrame): boolean =>
    type === wanted;
const add = {
  name: "host_add",
  description: "Adds.",
  parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
};

function resultText(frames: readonly RpcFrame[], toolName: string): string {
  const end = frames.find(
    (frame) => frame.type === "tool_execution_end" && frame["toolName"] === toolName,
  );
  return JSON.stringify(end?.["result"]) + String(end?.["isError"]);
}

describe("host tools", () => {
  test("are called by the model, may tell of progress, and survive a new session", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(
      reply(toolCall("host_add", { a: 1 })),
      reply(text("done")),
      reply(toolCall("host_add", { a: 2 })),
      reply(text("done")),
    );
    const set = await host.ask("set_host_tools", { tools: [add] });
    expect(set.data).toEqual({ toolNames: ["host_add"] });
    await host.ask("prompt", { message: "go" });
    const call = await host.next(isType("host_tool_call"));
    expect(call).toMatchObject({ toolName: "host_add", arguments: { a: 1 } });
    host.send({
      type: "host_tool_update",
      id: call.id,
      partialResult: { content: [{ type: "text", text: "half" }] },
    });
    await host.next(isType("tool_execution_update"));
    host.send({
      type: "host_tool_result",
      id: call.id,
      result: { content: [{ type: "text", text: "42" }] },
    });
    await host.next(isEnd);
    expect(resultText(host.frames(), "host_add")).toContain('"42"');
    expect(host.omp.models.requests[0]?.body).toContain('"host_add"');

    await host.ask("new_session");
    const from = host.frames().length;
    await host.ask("prompt", { message: "again" });
    const again = await host.next(isType("host_tool_call"), from);
    host.send({
      type: "host_tool_result",
      id: again.id,
      isError: true,
      result: { content: "broken" },
    });
    await host.next(isEnd, from);
    expect(resultText(host.frames().slice(from), "host_add")).toContain(
      'broken"}],"details":{}}true',
    );
  });

  test("an abort tells the host that nobody waits", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(reply(toolCall("host_add", { a: 1 })));
    await host.ask("set_host_tools", { tools: [add] });
    await host.ask("prompt", { message: "go" });
    const call = await host.next(isType("host_tool_call"));
    await host.ask("abort");
    const cancel = await host.next(isType("host_tool_cancel"));
    expect(cancel["targetId"]).toBe(call.id);
    expect((await host.ask("get_state")).data).toMatchObject({ isStreaming: false });
  });

  test("the set replaces the one before; names must be free and well formed", async () => {
    await using host = await startRpcHost();
    await host.ask("set_host_tools", { tools: [add] });
    const taken = await host.ask("set_host_tools", { tools: [{ ...add, name: "read" }] });
    expect(taken.error).toContain('There is a tool "read" already');
    const wrong = await host.ask("set_host_tools", { tools: [{ ...add, name: "a b" }] });
    expect(wrong.error).toContain("letters, digits");
    const state = (await host.ask("get_state")).data as { dumpTools: { name: string }[] };
    expect(state.dumpTools.map(({ name }) => name)).toContain("host_add");
    await host.ask("set_host_tools", { tools: [] });
    const after = (await host.ask("get_state")).data as { dumpTools: { name: string }[] };
    expect(after.dumpTools.map(({ name }) => name)).not.toContain("host_add");
  });

  test("a host that closes its end while it is asked: the call fails, omp ends with 0", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(reply(toolCall("host_add", { a: 1 })));
    await host.ask("set_host_tools", { tools: [add] });
    await host.ask("prompt", { message: "go" });
    await host.next(isType("host_tool_call"));
    expect(await host.end()).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("host addresses", () => {
  test("are read and written through the host", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(
      reply(toolCall("read", { path: "db://t/1" })),
      reply(toolCall("write", { path: "db://t/1", content: "new" })),
      reply(toolCall("read", { path: "ro://x" })),
      reply(text("done")),
    );
    const set = await host.ask("set_host_uri_schemes", {
      schemes: [{ scheme: "DB", writable: true }, { scheme: "ro" }],
    });
    expect(set.data).toEqual({ schemes: ["db", "ro"] });
    await host.ask("prompt", { message: "go" });
    const read = await host.next(isType("host_uri_request"));
    expect(read).toMatchObject({ operation: "read", url: "db://t/1" });
    host.send({ type: "host_uri_result", id: read.id, content: "row", contentType: "text/plain" });
    const write = await host.next((frame) => frame["operation"] === "write");
    expect(write).toMatchObject({ url: "db://t/1", content: "new" });
    host.send({ type: "host_uri_result", id: write.id });
    const failing = await host.next((frame) => frame["url"] === "ro://x");
    host.send({ type: "host_uri_result", id: failing.id, isError: true, error: "no such row" });
    await host.next(isEnd);
    const told = host.omp.models.requests.at(-1)?.body ?? "";
    expect(told).toContain('"row"');
    expect(told).toContain("Successfully wrote 3 bytes to db://t/1");
    expect(told).toContain("no such row");
  });

  test("reserved and malformed schemes are refused", async () => {
    await using host = await startRpcHost();
    for (const scheme of ["https", "a b", "db://"]) {
      const answer = await host.ask("set_host_uri_schemes", { schemes: [{ scheme }] });
      expect(answer.success).toBe(false);
    }
  });
});

describe("dialogs", () => {
  test("in rpc-ui a tool that needs a yes is asked about; the answer decides", async () => {
    for (const [value, ran] of [
      ["Approve", true],
      ["Approve for this session (bash: echo ran-it …)", true],
      ["Deny", false],
    ] as const) {
      await using host = await startRpcHost(["--mode", "rpc-ui", "--approval-mode", "always-ask"]);
      host.omp.models.script(
        reply(toolCall("bash", { command: "echo ran-it" })),
        reply(text("ok")),
      );
      await host.ask("prompt", { message: "go" });
      const request = await host.next(isType("extension_ui_request"));
      expect(request).toMatchObject({
        method: "select",
        options: [
          "Approve",
          "Deny",
          "Approve for this session (bash: echo ran-it …)",
          "Approve for 15 minutes (bash: echo ran-it …)",
        ],
      });
      expect(request["title"]).toContain("Allow tool: bash");
      host.send({ type: "extension_ui_response", id: "unknown", value: "Approve" });
      host.send({ type: "extension_ui_response", id: request.id, value });
      await host.next(isEnd);
      expect(resultText(host.frames(), "bash").includes("ran-it")).toBe(ran);
    }
  });

  test("the ask tool puts its questions by select and input", async () => {
    await using host = await startRpcHost(["--mode", "rpc-ui"]);
    const options = [{ label: "A" }, { label: "B" }];
    const questions = [
      { id: "q", question: "Which?", options },
      { id: "r", question: "Why?", options },
    ];
    host.omp.models.script(reply(toolCall("ask", { questions })), reply(text("ok")));
    await host.ask("prompt", { message: "go" });
    const first = await host.next(isType("extension_ui_request"));
    expect(first).toMatchObject({ method: "select", title: "Which?" });
    host.send({ type: "extension_ui_response", id: first.id, value: "B" });
    const second = await host.next((frame) => frame["title"] === "Why?");
    host.send({
      type: "extension_ui_response",
      id: second.id,
      value: (second["options"] as string[]).at(-1),
    });
    const input = await host.next((frame) => frame["method"] === "input");
    host.send({ type: "extension_ui_response", id: input.id, value: "because" });
    await host.next(isEnd);
    expect(host.omp.models.requests[1]?.body).toContain("because");
  });

  test("a cancelled question, and one that an abort overtakes", async () => {
    await using host = await startRpcHost(["--mode", "rpc-ui"]);
    const questions = [{ id: "q", question: "Which?", options: [{ label: "A" }] }];
    host.omp.models.script(
      reply(toolCall("ask", { questions })),
      reply(text("ok")),
      reply(toolCall("ask", { questions })),
    );
    await host.ask("prompt", { message: "go" });
    const first = await host.next(isType("extension_ui_request"));
    host.send({ type: "extension_ui_response", id: first.id, cancelled: true });
    await host.next(isEnd);
    expect(resultText(host.frames(), "ask")).toContain("cancelled by the user");
    const from = host.frames().length;
    await host.ask("prompt", { message: "go" });
    const open = await host.next(isType("extension_ui_request"), from);
    await host.ask("abort");
    const cancel = await host.next((frame) => frame["method"] === "cancel", from);
    expect(cancel["targetId"]).toBe(open.id);
  });

  test("plain rpc has no ask tool, and what needs a yes is refused", async () => {
    await using host = await startRpcHost(["--mode", "rpc", "--approval-mode", "always-ask"]);
    host.omp.models.script(reply(toolCall("bash", { command: "echo x" })), reply(text("ok")));
    const state = (await host.ask("get_state")).data as { dumpTools: { name: string }[] };
    expect(state.dumpTools.map(({ name }) => name)).not.toContain("ask");
    await host.ask("prompt", { message: "go" });
    await host.next(isEnd);
    expect(resultText(host.frames(), "bash")).toEndWith("true");
  });
});
