// Requests go out in the format, with the tier and with the options that the user chose.
import { expect, test } from "bun:test";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import { listModels } from "@oh-my-pi/pi-catalog/catalog";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { type FakeModels, startFakeModels, text } from "@oh-my-pi/pi-testkit/llm";
import type { KimiFormat } from "./deployments/kimi-code.ts";
import { machineOf } from "./deployments/machine.ts";
import { ModelAccess } from "./model-access.ts";

interface Wish {
  readonly env?: Record<string, string>;
  readonly kimiFormat?: KimiFormat;
  readonly options?: RequestOptions;
}

async function ask(models: FakeModels, model: Model, { env = {}, kimiFormat, options }: Wish) {
  models.script(text("ok"));
  const access = new ModelAccess({
    machine: machineOf({ env, home: undefined, now: Date.now }),
    store: undefined,
    ...(kimiFormat && { kimiFormat }),
    findKey: async () => ({ ok: true, key: "k", source: "environment" }),
    isBearer: () => false,
    isLocal: () => false,
  });
  const message = await access
    .stream(
      {
        model: { ...model, baseUrl: `${models.url}/v1` },
        system: ["You are omp."],
        messages: [{ role: "user", content: "hi", timestamp: 0 }],
        tools: [
          {
            name: "read",
            description: "Reads.",
            parameters: { type: "object", properties: { path: { type: "string" } } },
          },
        ],
        options: options ?? {},
      },
      { signal: new AbortController().signal },
    )
    .result();
  expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "ok" }] });
  return { message, request: models.requests.at(-1) };
}

async function firstModel(provider: string, id = ""): Promise<Model> {
  const model = (await listModels(provider)).find((each) => each.id.includes(id));
  if (model === undefined) throw new Error(`no model of ${provider}`);
  return model;
}

test("Kimi is asked in the format of the setting, at one address", async () => {
  await using models = startFakeModels();
  const model = await firstModel("kimi-code");
  const openai = await ask(models, model, { kimiFormat: "openai" });
  expect(openai.request).toMatchObject({ api: "openai-completions", path: "/v1/chat/completions" });
  expect(openai.request?.headers.get("authorization")).toBe("Bearer k");
  const anthropic = await ask(models, model, { kimiFormat: "anthropic" });
  expect(anthropic.request).toMatchObject({ api: "anthropic-messages", path: "/v1/messages" });
  expect(anthropic.request?.headers.get("x-api-key")).toBe("k");
  expect(anthropic.message).toMatchObject({ provider: "kimi-code", model: model.id });
});

test("the setting means Kimi only", async () => {
  await using models = startFakeModels();
  const { request } = await ask(models, await firstModel("moonshot"), { kimiFormat: "anthropic" });
  expect(request?.api).toBe("openai-completions");
});

test("PI_NO_STRICT and PI_CACHE_RETENTION reach the wire", async () => {
  await using models = startFakeModels();
  const model = await firstModel("anthropic", "sonnet-4-5");
  const plain = await ask(models, model, {});
  expect(JSON.stringify(plain.request?.json)).toContain('"strict":true');
  expect(JSON.stringify(plain.request?.json)).toContain('"cache_control":{"type":"ephemeral"}');
  const env = { PI_NO_STRICT: "1", PI_CACHE_RETENTION: "long" };
  const { request } = await ask(models, model, { env });
  const body = JSON.stringify(request?.json);
  expect(body).not.toContain('"strict"');
  expect(body).toContain('"ttl":"1h"');
});
