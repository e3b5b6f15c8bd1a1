// Schemas for the Responses API where strict mode is off: all of JSON Schema but for `oneOf`, and every
// object with its properties.
import type { JsonObject } from "../model/request.ts";
import { normalizeSchema } from "./normalize.ts";
import type { NormalizeOptions } from "./options.ts";

export const OPENAI_RESPONSES: NormalizeOptions = {
  keeps: () => true,
  refs: "keep",
  types: "union",
  constants: "const",
  combiners: "any-of",
  infersType: false,
  wantsProperties: true,
  isClosed: false,
  wantsPlainNodes: false,
  isUniformArray: false,
  hasTextEnums: false,
  spills: new Set(),
  spillsIntoExisting: false,
};

/** A tool's schema for the Responses API. */
export function normalizeSchemaForOpenAIResponses(schema: unknown): JsonObject {
  return normalizeSchema(schema, OPENAI_RESPONSES);
}
