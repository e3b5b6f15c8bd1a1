// The first half of OpenAI's strict mode: leaves only keywords that describe structure. A default is told
// in the description; recursion stays as a reference.
import type { JsonObject } from "../model/request.ts";
import { normalizeSchema } from "./normalize.ts";
import type { NormalizeOptions } from "./options.ts";

const KEPT: ReadonlySet<string> = new Set([
  ..."type properties required additionalProperties items prefixItems enum anyOf allOf".split(" "),
  ..."$ref $defs description title".split(" "),
]);

export const STRICT: NormalizeOptions = {
  keeps: (keyword) => KEPT.has(keyword),
  refs: "inline-unless-recursive",
  types: "split",
  constants: "enum",
  combiners: "single",
  infersType: true,
  wantsProperties: false,
  isClosed: true,
  wantsPlainNodes: true,
  isUniformArray: false,
  hasTextEnums: false,
  spills: new Set(["default"]),
  spillsIntoExisting: true,
};

/** The schema with structure only. */
export function sanitizeSchemaForStrictMode(schema: unknown): JsonObject {
  return normalizeSchema(schema, STRICT);
}
