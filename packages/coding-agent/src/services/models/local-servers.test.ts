// Local servers through the shipped binary: heard in the background of a session that lasts, heard again
// whenever somebody asks for the models, and harmless when they hang.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import type { RunningProcess } from "@oh-my-pi/pi-testkit/process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, NO_LOCAL_SERVERS, type OmpProcess } from "../../testing/omp-process.ts";

interface Answer {
  type: string;
  id?: string;
  success?: boolean;
  data?: { id?: string; models?: { provider: string; id: string; contextWindow: number }[] };
}

/** Sends a command and waits for its answer. */
async function ask(process: RunningProcess, command: { id: string; type: string }) {
  process.write(`${JSON.stringify(command)}\n`);
  const lines = await process.waitForStdout((out) => out.includes(`{"id":"${command.id}"`));
  const frames = lines
    .slice(0, lines.lastIndexOf("\n"))
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  return frames.find((frame) => frame.id === command.id);
}

const served = (answer: Answer | undefined, provider: string) =>
  answer?.data?.models
    ?.filter((model) => model.provider === provider)
    .map(({ id, contextWindow }) => [id, contextWindow]);

describe("a start without any key", () => {
  const nothing = (omp: OmpProcess) =>
    writeFileSync(join(omp.workspace.home, ".omp/agent/models.yml"), "providers: {}\n");

  test("takes the model of a server on this machine", async () => {
    await using omp = createOmp();
    nothing(omp);
    omp.models.route("GET /v1/models", { data: [{ id: "llama.gguf" }] });
    omp.models.route("GET /props", { default_generation_settings: { n_ctx: 12_288 } });
    omp.models.script(reply(text("from next door")));
    const env = { ...NO_LOCAL_SERVERS, LLAMA_CPP_BASE_URL: omp.models.url };
    const result = await omp.run(["-p", "hi"], { env });
    expect(result).toMatchObject({ exitCode: 0, stdout: "from next door\n" });
    expect(omp.models.requests[0]).toMatchObject({ model: "llama.gguf" });
  });

  test("goes on with the demo where nobody answers, or too late", async () => {
    await using omp = createOmp();
    nothing(omp);
    const demo = await omp.run(["-p", "hi"], { env: NO_LOCAL_SERVERS });
    expect(demo.exitCode).toBe(0);
    const asked = Promise.withResolvers<void>();
    const silent = Promise.withResolvers<Response>();
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => (asked.resolve(), silent.promise),
    });
    const env = { ...NO_LOCAL_SERVERS, LLAMA_CPP_BASE_URL: `http://127.0.0.1:${server.port}` };
    const late = await omp.run(["-p", "hi"], { env });
    expect(late).toMatchObject({ exitCode: 0, stdout: demo.stdout });
    await asked.promise;
    silent.resolve(new Response(""));
  });

  test("does not ask where a model can be used", async () => {
    await using omp = createOmp();
    let asked = 0;
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => (asked++, Response.json({ data: [{ id: "llama.gguf" }] })),
    });
    omp.models.script(reply(text("mine")));
    const env = { ...NO_LOCAL_SERVERS, LLAMA_CPP_BASE_URL: `http://127.0.0.1:${server.port}` };
    expect(await omp.run(["-p", "hi"], { env })).toMatchObject({ stdout: "mine\n" });
    expect(asked).toBe(0);
  });
});

describe("a session that lasts", () => {
  test("announces the models of a local server that nobody asked for, and lists them", async () => {
    await using omp = createOmp();
    omp.models.route("GET /v1/models", {
      data: [{ id: "llama.gguf", meta: { n_ctx_train: 131_072 } }],
    });
    omp.models.route("GET /props", { default_generation_settings: { n_ctx: 12_288 } });
    const env = { ...NO_LOCAL_SERVERS, LLAMA_CPP_BASE_URL: omp.models.url };
    await using process = omp.serve(["--model", "fake/m", "--mode", "rpc"], env);
    await process.waitForStdout((out) => out.includes('{"type":"available_models_changed"}'));
    const answer = await ask(process, { id: "1", type: "get_available_models" });
    // What it serves, not what the model was trained with.
    expect(served(answer, "llama.cpp")).toEqual([["llama.gguf", 12_288]]);
    expect(served(answer, "fake")).toEqual([["m", 200_000]]);
    const chosen = { id: "2", type: "set_model", provider: "llama.cpp", modelId: "llama.gguf" };
    expect(await ask(process, chosen)).toMatchObject({ success: true });
  });

  test("a model that a server loads later is seen when the list is asked for", async () => {
    await using omp = createOmp();
    let names = ["a"];
    omp.models.route("GET /v1/models", () => ({ data: names.map((id) => ({ id })) }));
    omp.models.route("GET /props", { default_generation_settings: { n_ctx: 4096 } });
    const env = { ...NO_LOCAL_SERVERS, LLAMA_CPP_BASE_URL: omp.models.url };
    await using process = omp.serve(["--model", "fake/m", "--mode", "rpc"], env);
    const before = await ask(process, { id: "1", type: "get_available_models" });
    expect(served(before, "llama.cpp")?.map(([id]) => id)).toEqual(["a"]);
    names = ["a", "b"];
    const after = await ask(process, { id: "2", type: "get_available_models" });
    expect(served(after, "llama.cpp")?.map(([id]) => id)).toEqual(["a", "b"]);
  });

  test("a server that never answers keeps nothing waiting and nothing alive", async () => {
    await using omp = createOmp();
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    try {
      const env = { ...NO_LOCAL_SERVERS, OLLAMA_BASE_URL: `http://127.0.0.1:${silent.port}` };
      omp.models.script(reply(text("meanwhile")));
      await using process = omp.serve(["--model", "fake/m", "--mode", "rpc"], env);
      await ask(process, { id: "1", type: "prompt", message: "hi" } as never);
      await process.waitForStdout((out) => out.includes('"agent_end"'));
      const answer = await ask(process, { id: "2", type: "get_available_models" });
      expect(served(answer, "fake")).toHaveLength(1);
      expect(served(answer, "ollama")).toEqual([]);
      process.closeStdin();
      expect(await process.exited).toMatchObject({ exitCode: 0, isTimedOut: false });
    } finally {
      silent.stop(true);
    }
  });

  test("every provider with a key is listed although the start named one model", async () => {
    await using omp = createOmp();
    const env = { ...NO_LOCAL_SERVERS, ANTHROPIC_API_KEY: "k" };
    await using process = omp.serve(["--model", "fake/m", "--mode", "rpc"], env);
    const answer = await ask(process, { id: "1", type: "get_available_models" });
    expect(served(answer, "anthropic")?.length).toBeGreaterThan(5);
  });
});
