// Slash commands typed as prompts over RPC: what they say comes as a notice, what they expand to is said to the model.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startRpcHost } from "../../testing/rpc-host.ts";

const isNotice = ({ type, method }: { type: string; method?: unknown }): boolean =>
  type === "extension_ui_request" && method === "notify";

describe("slash commands over RPC", () => {
  test("a built-in runs and no model is asked", async () => {
    await using host = await startRpcHost();
    const answer = await host.ask("prompt", { message: "/rename Sea things" });
    expect(answer).toMatchObject({ success: true, command: "prompt" });
    const notice = await host.next(isNotice);
    expect(notice["message"]).toContain("Sea things");
    expect((await host.ask("get_state")).data).toMatchObject({ sessionName: "Sea things" });
    expect(host.omp.models.requests.length).toBe(0);
  });

  test("a command of a file becomes its text, an unknown one stays as it is", async () => {
    await using host = await startRpcHost();
    const folder = join(host.omp.workspace.home, ".omp/agent/commands");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "greet.md"), "Greet $1.");
    host.omp.models.script(reply(text("Hello.")), reply(text("What?")));
    const isEnd = ({ type }: { type: string }): boolean => type === "agent_end";
    await host.ask("prompt", { message: "/greet Ann" });
    await host.next(isEnd);
    const from = host.frames().length;
    await host.ask("prompt", { message: "/unheard of" });
    await host.next(isEnd, from);
    const [first, second] = host.omp.models.requests.map(({ body }) => body);
    expect(first).toContain("Greet Ann.");
    expect(second).toContain("/unheard of");
  });

  test("what cannot be done is an answer like any other", async () => {
    await using host = await startRpcHost();
    const answer = await host.ask("prompt", { message: "/compact" });
    expect(answer).toMatchObject({ success: false, error: expect.stringContaining("compact") });
  });
});
