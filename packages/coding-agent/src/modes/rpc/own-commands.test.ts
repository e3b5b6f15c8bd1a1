// Commands that the person behind a host gives themselves: a shell of their own, keys, and a page of the session.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startRpcHost } from "../../testing/rpc-host.ts";

const isEnd = ({ type }: { type: string }): boolean => type === "agent_end";

describe("bash", () => {
  test("gives output and exit code; the model reads of it with the next prompt", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(reply(text("ok")));
    const ran = await host.ask("bash", { command: "echo hi; exit 2" });
    expect(ran.data).toEqual({
      output: "hi\n",
      exitCode: 2,
      cancelled: false,
      truncated: false,
      totalLines: 2,
      totalBytes: 3,
      outputLines: 2,
      outputBytes: 3,
    });
    expect(host.frames().some(({ type }) => type.startsWith("message"))).toBe(false);
    await host.ask("prompt", { message: "go" });
    await host.next(isEnd);
    expect(host.omp.models.requests[0]?.body).toContain("echo hi; exit 2");
    const { messages } = (await host.ask("get_messages")).data as { messages: { role: string }[] };
    expect(messages[0]).toMatchObject({ role: "bashExecution", exitCode: 2, output: "hi\n" });
  });

  test("long output is cut to its end and kept whole as an artifact", async () => {
    await using host = await startRpcHost();
    const ran = await host.ask("bash", { command: "seq 1 200000" });
    const data = ran.data as Record<string, unknown>;
    expect(data).toMatchObject({ truncated: true, totalLines: 200_001, artifactId: "0" });
    expect(data["totalBytes"]).toBe(1_288_895);
    expect(data["output"]).toEndWith("199999\n200000\n");
    expect(data["outputBytes"]).toBeLessThanOrEqual(50 * 1024);
    const { sessionFile } = (await host.ask("get_state")).data as { sessionFile: string };
    const kept = readFileSync(sessionFile.replace(/\.jsonl$/, "/0.bash.log"), "utf8");
    expect(kept.length).toBe(1_288_895);
  });

  test("is stopped by abort_bash while other commands are answered; only one runs", async () => {
    await using host = await startRpcHost();
    host.send({ id: "long", type: "bash", command: "echo begun > begun; sleep 1000" });
    const state = await host.ask("get_state");
    expect(state.success).toBe(true);
    expect((await host.ask("bash", { command: "true" })).error).toContain("already running");
    await host.ask("abort_bash");
    const ended = await host.next((frame) => frame.id === "long");
    expect(ended.data).toMatchObject({ cancelled: true });
  });

  test.each([[""], ["  "]])("an empty command %p is refused", async (command) => {
    await using host = await startRpcHost();
    expect(await host.ask("bash", { command })).toMatchObject({ success: false });
  });
});

describe("logins", () => {
  test("a key is given, or asked for, and then known", async () => {
    await using host = await startRpcHost();
    const list = async () =>
      ((await host.ask("get_login_providers")).data as { providers: Record<string, unknown>[] })
        .providers;
    expect((await list()).find(({ id }) => id === "anthropic")).toEqual({
      id: "anthropic",
      name: expect.any(String),
      available: true,
      authenticated: false,
    });
    const given = await host.ask("login", { providerId: "anthropic", apiKey: "secret-one" });
    expect(given.data).toEqual({ providerId: "anthropic" });
    host.send({ id: "asked", type: "login", providerId: "openai" });
    const dialog = await host.next(({ type }) => type === "extension_ui_request");
    expect(dialog).toMatchObject({ method: "input" });
    host.send({ type: "extension_ui_response", id: dialog.id, value: "secret-two" });
    await host.next(({ id }) => id === "asked");
    const known = await list();
    for (const name of ["anthropic", "openai"])
      expect(known.find(({ id }) => id === name)).toMatchObject({ authenticated: true });
    expect(host.process.stdout).not.toContain("secret-one");
    const wrong = await host.ask("login", { providerId: "antropic" });
    expect(wrong.error).toContain("Did you mean anthropic?");
  });
});

test("models of a provider can be used as soon as its key is there", async () => {
  await using host = await startRpcHost();
  const providers = async () => {
    const { models } = (await host.ask("get_available_models")).data as {
      models: { provider: string; id: string }[];
    };
    return models.find(({ provider }) => provider === "anthropic");
  };
  expect(await providers()).toBeUndefined();
  await host.ask("login", { providerId: "anthropic", apiKey: "secret" });
  const model = await providers();
  expect(model).toBeDefined();
  const set = await host.ask("set_model", { provider: "anthropic", modelId: model?.id });
  expect(set).toMatchObject({ success: true, data: { provider: "anthropic" } });
});

describe("export_html", () => {
  test("writes one page in which nothing is markup but ours", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(
      reply(toolCall("bash", { command: "echo '<script>alert(1)</script>'" })),
      reply(text("<img src=x onerror=alert(2)>")),
    );
    await host.ask("prompt", { message: '"><script>alert(3)</script>' });
    await host.next(isEnd);
    const path = join(host.omp.workspace.path, "out.html");
    const answer = await host.ask("export_html", { outputPath: "out.html" });
    expect(answer.data).toEqual({ path });
    const page = readFileSync(path, "utf8");
    expect(page).toContain("&lt;script&gt;alert(3)");
    expect(page).toContain("&lt;script&gt;alert(1)");
    expect(page.split("<script").length - 1).toBe(1);
    expect(page).not.toMatch(/<img src=x/);
    expect(page).not.toMatch(/(src|href)="(?!data:|#)/);
    const usual = (await host.ask("export_html")).data as { path: string };
    expect(existsSync(usual.path)).toBe(true);
  });

  test("a place that cannot be written, and a session in memory, are said plainly", async () => {
    await using host = await startRpcHost();
    const answer = await host.ask("export_html", { outputPath: "no/such/folder/x.html" });
    expect(answer.error).toContain("cannot be written");
    await using memory = await startRpcHost(["--mode", "rpc", "--no-session"]);
    expect((await memory.ask("export_html")).error).toBe("Cannot export in-memory session to HTML");
  });
});
