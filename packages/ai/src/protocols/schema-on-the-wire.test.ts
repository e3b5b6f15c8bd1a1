// Which form of a tool's schema each wire format sends: the one that its target takes. The form for MCP is made where
// a client of MCP takes tools in, not here.
import { describe, expect, test } from "bun:test";
import type { Api } from "@oh-my-pi/pi-catalog/model";
import { isLocal } from "../model/protocol-registry.ts";
import type { JsonObject, JsonValue, RequestOptions } from "../model/request.ts";
import { strictSchemaForAnthropic } from "../schema/anthropic-strict.ts";
import { normalizeSchemaForCCA } from "../schema/cca.ts";
import { normalizeSchemaForGoogle } from "../schema/google.ts";
import { normalizeSchemaForOpenAIResponses } from "../schema/openai-responses.ts";
import { tryEnforceStrictSchema } from "../schema/strict-enforce.ts";
import { aModel, aRequest, user } from "../testing/requests.ts";
import { builtinProtocols } from "./index.gen.ts";

/** Every target changes something of it, each in its own way. */
const CLOSED: JsonObject = {
  type: "object",
  properties: {
    kind: { oneOf: [{ type: "string", minLength: 2 }, { type: "integer" }] },
    note: { type: ["string", "null"], default: "x", description: "A note" },
  },
  required: ["kind"],
  additionalProperties: false,
};
/** Cannot be enforced: any further argument is allowed. */
const OPEN: JsonObject = { ...CLOSED, additionalProperties: { type: "string" } };

const strict = (schema: JsonObject): JsonValue => {
  const result = tryEnforceStrictSchema(schema);
  expect(result.strict).toBe(true);
  return result.schema;
};
const same = (schema: JsonObject): JsonValue => schema;

interface Row {
  readonly api: Api;
  readonly id: string;
  readonly path: string;
  readonly form: (schema: JsonObject) => JsonValue;
  readonly schema?: JsonObject;
  readonly options?: RequestOptions;
}
const COMPLETIONS = "tools.0.function.parameters";
const RESPONSES = "tools.0.parameters";
const GOOGLE = "tools.0.functionDeclarations.0.parameters";
const loosely = { strictTools: false };

const rows: readonly Row[] = [
  { api: "openai-completions", id: "gpt-4o", path: COMPLETIONS, form: strict },
  { api: "openai-completions", id: "gpt-4o", path: COMPLETIONS, form: same, options: loosely },
  ...(["openai-responses", "openai-codex-responses", "azure-openai-responses"] as const).flatMap(
    (api): Row[] => [
      { api, id: "gpt-5", path: RESPONSES, form: strict },
      { api, id: "gpt-5", path: RESPONSES, form: normalizeSchemaForOpenAIResponses, schema: OPEN },
      {
        api,
        id: "gpt-5",
        path: RESPONSES,
        form: normalizeSchemaForOpenAIResponses,
        options: loosely,
      },
    ],
  ),
  {
    api: "google-generative-ai",
    id: "gemini-2.5-pro",
    path: GOOGLE,
    form: normalizeSchemaForGoogle,
  },
  { api: "google-vertex", id: "gemini-2.5-pro", path: GOOGLE, form: normalizeSchemaForGoogle },
  {
    api: "google-gemini-cli",
    id: "gemini-2.5-pro",
    path: `request.${GOOGLE}`,
    form: normalizeSchemaForGoogle,
  },
  {
    api: "google-gemini-cli",
    id: "claude-sonnet-4-5",
    path: `request.${GOOGLE}`,
    form: normalizeSchemaForCCA,
  },
  {
    api: "anthropic-messages",
    id: "claude-sonnet-4-5",
    path: "tools.0.input_schema",
    form: (schema) => strictSchemaForAnthropic(schema)?.schema ?? "none",
  },
];

function at(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return path
    .split(".")
    .reduce<JsonValue | undefined>(
      (inner, key) => Object.entries(inner ?? {}).find(([name]) => name === key)?.[1],
      value,
    );
}

describe("a tool's schema", () => {
  test.each(rows)("over $api for $id", async (row) => {
    const { api, id, path, form, schema = CLOSED, options = {} } = row;
    const protocol = await builtinProtocols[api]?.();
    if (protocol === undefined || isLocal(protocol)) throw new Error(`no wire format ${api}`);
    await protocol.prepare?.();
    const tool = { name: "t", description: "T.", parameters: schema };
    const baseUrl = "https://api.openai.com/v1";
    const model = aModel({ api, id, ...(/^openai-[cr]/.test(api) && { baseUrl }) });
    const body = protocol.body(aRequest(model, [user("hi")], options, { tools: [tool] }));
    expect(protocol.validate(body)).toEqual([]);
    expect(at(body, path)).toEqual(form(schema));
  });

  test("is another one for each target", () => {
    const forms = [
      strict(CLOSED),
      normalizeSchemaForOpenAIResponses(CLOSED),
      normalizeSchemaForGoogle(CLOSED),
      normalizeSchemaForCCA(CLOSED),
      strictSchemaForAnthropic(CLOSED)?.schema ?? {},
    ].map((form) => JSON.stringify(form));
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms).not.toContain(JSON.stringify(CLOSED));
  });
});
