// What local servers report, above all the context window that is really served (MOD-05).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Discovery, DiscoveryEndpoint } from "./discovered.ts";
import { discoverLlamaCpp } from "./llama-cpp.ts";
import { discoverLmStudio } from "./lm-studio.ts";
import { discoverOllama, ollamaNames } from "./ollama.ts";
import { discoverOpenAiModels } from "./openai-models.ts";

const endpoint = (over: Partial<DiscoveryEndpoint> = {}): DiscoveryEndpoint => ({
  provider: "p",
  api: "openai-responses",
  baseUrl: "http://127.0.0.1:11434",
  ...over,
});

const told = ({ models }: Discovery): string[] =>
  models.map(
    ({ model, contextSource }) =>
      `${model.id} ${model.contextWindow} ${contextSource}` +
      (model.reasoning ? " thinks" : "") +
      (model.input.includes("image") ? " sees" : ""),
  );

describe("Ollama", () => {
  const tags = {
    models: [
      { name: "qwen3:8b", details: { families: ["qwen3"] } },
      { name: "llava:7b", details: { families: ["llama", "clip"] } },
      { name: "tuned:latest", details: { families: ["llama"] } },
      { name: "tiny:latest" },
      { name: "nomic-embed-text:latest", details: { families: ["nomic-bert"] } },
      { name: "bge-m3:latest" },
      { name: "gpt-oss:120b-cloud", remote_host: "https://ollama.com:443" },
    ],
  };
  const info = (architecture: string, length: number): object => ({
    "general.architecture": architecture,
    [`${architecture}.context_length`]: length,
    [`${architecture}.embedding_length`]: 4096,
  });
  const shows = new Map<string, unknown>([
    [
      "qwen3:8b",
      { capabilities: ["completion", "tools", "thinking"], model_info: info("qwen3", 40_960) },
    ],
    ["llava:7b", { model_info: info("llama", 32_768) }],
    [
      "tuned:latest",
      { parameters: 'stop "<end>"\nnum_ctx    16384\n', model_info: info("llama", 131_072) },
    ],
    ["tiny:latest", { capabilities: ["completion", "vision"], model_info: info("phi", 2048) }],
    ["bge-m3:latest", { capabilities: ["embedding"], model_info: info("bert", 8192) }],
    ["gpt-oss:120b-cloud", { capabilities: ["completion"], model_info: info("gptoss", 131_072) }],
  ]);
  const ps = { models: [{ name: "qwen3:8b", context_length: 32_768 }] };

  test("reads the window of a running model, else of its Modelfile, else assumes the default", () => {
    expect(told(discoverOllama({ tags, shows, ps }, endpoint()))).toEqual([
      "qwen3:8b 32768 served thinks",
      "llava:7b 4096 assumed sees",
      "tuned:latest 16384 configured",
      "tiny:latest 2048 maximum sees",
      "gpt-oss:120b-cloud 131072 maximum",
    ]);
  });

  test("counts on what the user says the server uses", () => {
    const found = told(discoverOllama({ tags, shows }, endpoint({ assumedContext: 65_536 })));
    expect(found[0]).toBe("qwen3:8b 40960 maximum thinks");
    expect(found[2]).toBe("tuned:latest 16384 configured");
  });

  test("names what can be asked about", () => {
    expect(ollamaNames(tags)).toHaveLength(7);
    expect(ollamaNames("<html>")).toEqual([]);
  });

  test("addresses the format that was asked for", () => {
    const url = (over: Partial<DiscoveryEndpoint>): string | undefined =>
      discoverOllama({ tags }, endpoint(over)).models[0]?.model.baseUrl;
    expect(url({})).toBe("http://127.0.0.1:11434/v1");
    expect(url({ baseUrl: "http://box/v1/" })).toBe("http://box/v1");
    expect(url({ api: "ollama-chat", baseUrl: "http://box/v1" })).toBe("http://box");
  });
});

describe("llama.cpp", () => {
  const one = {
    object: "list",
    data: [{ id: "/models/Qwen3-8B-Q4_K_M.gguf", meta: { n_ctx_train: 40_960, n_params: 8e9 } }],
  };
  const props = {
    default_generation_settings: { n_ctx: 16_384 },
    modalities: { vision: true, audio: false },
    chat_template: "{% if enable_thinking %}<think>{% endif %}",
  };

  test("reads the window of a slot, not the one the model was trained with", () => {
    const found = discoverLlamaCpp({ models: one, props }, endpoint());
    expect(told(found)).toEqual(["/models/Qwen3-8B-Q4_K_M.gguf 16384 served thinks sees"]);
    expect(found.models[0]?.model.name).toBe("Qwen3-8B-Q4_K_M");
  });

  test("without /props the trained window is only an upper bound", () => {
    expect(told(discoverLlamaCpp({ models: one }, endpoint()))).toEqual([
      "/models/Qwen3-8B-Q4_K_M.gguf 4096 assumed",
    ]);
  });

  test("a router answers for each model", () => {
    const models = {
      data: [
        { id: "a", status: { value: "loaded" } },
        { id: "b", status: { value: "unloaded", args: ["llama-server", "-c", "8192"] } },
        { id: "c", status: { value: "unloaded", args: ["llama-server"] } },
      ],
    };
    const propsByModel = new Map([["a", { default_generation_settings: { n_ctx: 32_768 } }]]);
    expect(told(discoverLlamaCpp({ models, props, propsByModel }, endpoint()))).toEqual([
      "a 32768 served",
      "b 8192 configured",
      "c 4096 assumed",
    ]);
  });
});

describe("LM Studio", () => {
  const native = {
    data: [
      {
        id: "qwen2-vl-7b",
        type: "vlm",
        state: "loaded",
        max_context_length: 32_768,
        loaded_context_length: 8192,
      },
      { id: "llama-3.1-8b", type: "llm", state: "not-loaded", max_context_length: 131_072 },
      { id: "small", type: "llm", state: "not-loaded", max_context_length: 2048 },
      {
        id: "was-loaded",
        state: "not-loaded",
        max_context_length: 9000,
        loaded_context_length: 8000,
      },
      {
        id: "text-embedding-nomic",
        type: "embeddings",
        state: "not-loaded",
        max_context_length: 2048,
      },
    ],
  };
  const models = {
    data: [{ id: "llama-3.1-8b", object: "model" }, { id: "text-embedding-nomic" }],
  };

  test("reads the window that a model was loaded with", () => {
    expect(told(discoverLmStudio({ native, models }, endpoint()))).toEqual([
      "qwen2-vl-7b 8192 served sees",
      "llama-3.1-8b 4096 assumed",
      "small 2048 maximum",
      "was-loaded 4096 assumed",
    ]);
  });

  test("makes do with names alone", () => {
    const answers = { native: { error: "Unexpected endpoint" }, models };
    expect(told(discoverLmStudio(answers, endpoint()))).toEqual(["llama-3.1-8b 4096 assumed"]);
  });
});

describe("any OpenAI-like server", () => {
  test("says what it holds by one of several names", () => {
    const answer = { data: [{ id: "v", max_model_len: 24_000 }, { id: "w" }] };
    const found = discoverOpenAiModels(answer, endpoint({ api: "openai-completions" }));
    expect(told(found)).toEqual(["v 24000 served", "w 128000 assumed"]);
  });
});

describe("an answer that is none", () => {
  const discover: Record<string, (answer: unknown) => Discovery> = {
    ollama: (tags) => discoverOllama({ tags, ps: tags, shows: new Map([["x", tags]]) }, endpoint()),
    "llama.cpp": (models) => discoverLlamaCpp({ models, props: models }, endpoint()),
    "lm-studio": (models) => discoverLmStudio({ models, native: models }, endpoint()),
    "openai-models": (models) => discoverOpenAiModels(models, endpoint()),
  };

  test.each(Object.entries(discover))("%s says so and finds nothing", (_name, run) => {
    for (const answer of ["<html>", null, 5, [], { models: 1, data: "x" }]) {
      expect(run(answer).models).toEqual([]);
      expect(run(answer).problem).toBeString();
    }
  });

  test.each(Object.entries(discover))("%s survives any JSON", (_name, run) => {
    const entry = fc.oneof(fc.jsonValue(), fc.record({ id: fc.string(), name: fc.string() }));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        for (const { model } of run({ models: entries, data: entries }).models) {
          expect(model.contextWindow).toBeGreaterThan(0);
          expect(model.id).not.toBe("");
        }
      }),
    );
  });
});
