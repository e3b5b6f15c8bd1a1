// Azure: where a resource is, under which name a model is sent, and that the body is otherwise OpenAI's.
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { aModel, aRequest, golden, READ_TOOL, user } from "../../testing/requests.ts";
import { locateAzure, parseDeploymentNames, withDeploymentName } from "./azure-address.ts";
import protocol from "./azure-openai-responses.ts";

await protocol.prepare?.();

const model = aModel({
  api: "azure-openai-responses",
  id: "gpt-5",
  provider: "azure",
  baseUrl: "https://proxy.example.com/openai/v1",
  reasoning: true,
});

test("the body names the deployment and takes OpenAI's extras at any host", () => {
  const deployed = withDeploymentName(model, parseDeploymentNames("gpt-4=old, gpt-5 = my-gpt"));
  const request = aRequest(
    deployed,
    [user("hi")],
    { effort: "low", sessionId: "s-1", cacheRetention: "long", serviceTier: "priority" },
    { tools: [READ_TOOL] },
  );
  const body = protocol.body(request);
  const path = resolve(import.meta.dir, "fixtures/everything.json");
  expect(JSON.stringify(body)).toBe(JSON.stringify(golden(path, body)));
  expect(protocol.validate(body)).toEqual([]);
  expect(body["model"]).toBe("my-gpt");
  expect(deployed.id).toBe("gpt-5");
});

test("what the user configured wins over what holds for OpenAI", () => {
  const plain = { ...model, compat: { supportsDeveloperRole: false } };
  const { input } = protocol.body(aRequest(plain, [user("hi")]));
  expect(input).toMatchObject([{ role: "system" }, { role: "user" }]);
});

test("a model without a deployment of its own goes by its id", () => {
  expect(withDeploymentName(model, parseDeploymentNames("gpt-4=old,=x,gpt-5,,"))).toBe(model);
});

test.each([
  [{ resourceName: "res" }, "https://res.openai.azure.com/openai/v1", "v1"],
  [{ baseUrl: "https://res.openai.azure.com/" }, "https://res.openai.azure.com/openai/v1", "v1"],
  [
    { baseUrl: "https://res.openai.azure.com/openai", apiVersion: "preview" },
    "https://res.openai.azure.com/openai/v1",
    "preview",
  ],
  [
    { resourceName: "res", apiVersion: "2025-04-01-preview" },
    "https://res.openai.azure.com/openai",
    "2025-04-01-preview",
  ],
  [
    { baseUrl: "https://gate.example.com/llm/v1", resourceName: "res" },
    "https://gate.example.com/llm/v1",
    "v1",
  ],
])("%j is at %s", (resource, baseUrl, version) => {
  expect(locateAzure(resource)).toEqual({ baseUrl, query: { "api-version": version } });
});

test("without URL or name there is no place", () => {
  expect(locateAzure({ apiVersion: "v1" })).toBeUndefined();
});
