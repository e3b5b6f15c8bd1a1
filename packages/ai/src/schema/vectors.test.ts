// Every dispatcher gives what the golden data says.
import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "../model/request.ts";
import { adaptSchemaForStrict } from "./adapt.ts";
import { normalizeSchemaForCCA } from "./cca.ts";
import vectors from "./fixtures/vectors.json";
import { normalizeSchemaForGoogle } from "./google.ts";
import { normalizeSchemaForMCP } from "./mcp.ts";
import { normalizeSchemaForOpenAIResponses } from "./openai-responses.ts";
import { tryEnforceStrictSchema } from "./strict-enforce.ts";

type Target = "strict" | "adapt" | "responses" | "google" | "cca" | "mcp";
type Vector = { name: string; schema: JsonObject } & Record<Target, { result: JsonValue }>;

const dispatchers: Record<Target, (schema: JsonObject) => unknown> = {
  strict: tryEnforceStrictSchema,
  adapt: (schema) => adaptSchemaForStrict(schema, { strict: true }),
  responses: normalizeSchemaForOpenAIResponses,
  google: normalizeSchemaForGoogle,
  cca: normalizeSchemaForCCA,
  mcp: normalizeSchemaForMCP,
};

describe.each(vectors as readonly object[] as readonly Vector[])("$name", (vector) => {
  test.each(Object.entries(dispatchers))("%s", (target, dispatch) => {
    expect(dispatch(vector.schema)).toEqual(vector[target as Target].result);
  });
});
