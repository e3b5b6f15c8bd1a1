// Schemas for Gemini, on the Gemini API, Vertex AI and Cloud Code Assist: OpenAPI-like nodes with one
// type each, `nullable` in the place of null, `anyOf` as the only combiner and no references; or, for
// what cannot be said that way, the part of JSON Schema that Gemini reads.
import type { JsonObject } from "../model/request.ts";
import { normalizeSchema } from "./normalize.ts";
import type { NormalizeOptions } from "./options.ts";

const KEPT: ReadonlySet<string> = new Set([
  ..."type format title description nullable enum default example not anyOf allOf".split(" "),
  ..."properties required propertyOrdering minProperties maxProperties".split(" "),
  ..."items prefixItems minItems maxItems".split(" "),
  ..."minLength maxLength pattern minimum maximum".split(" "),
]);

/** Told in the description, because a model may well respect them. */
const TOLD: ReadonlySet<string> = new Set(
  "enum format pattern exclusiveMinimum exclusiveMaximum multipleOf uniqueItems examples".split(
    " ",
  ),
);

const FORMATS: ReadonlySet<string> = new Set("enum date-time float double int32 int64".split(" "));

export const GOOGLE: NormalizeOptions = {
  keeps: (keyword) => KEPT.has(keyword),
  refs: "inline",
  types: "nullable",
  constants: "enum",
  combiners: "merge",
  infersType: true,
  wantsProperties: true,
  isClosed: true,
  wantsPlainNodes: true,
  isUniformArray: true,
  hasTextEnums: true,
  formats: FORMATS,
  spills: TOLD,
  spillsIntoExisting: false,
};

/** A tool's schema for Gemini. */
export function normalizeSchemaForGoogle(value: unknown): JsonObject {
  return normalizeSchema(value, GOOGLE);
}

const READ: ReadonlySet<string> = new Set([
  ..."type format title description enum default anyOf allOf minimum maximum".split(" "),
  ..."properties required propertyOrdering additionalProperties".split(" "),
  ..."items prefixItems minItems maxItems".split(" "),
]);

export const GOOGLE_JSON: NormalizeOptions = {
  ...GOOGLE,
  keeps: (keyword) => READ.has(keyword),
  types: "union",
  isClosed: false,
  isUniformArray: false,
  hasTextEnums: false,
  spills: new Set([...TOLD, "minLength", "maxLength", "minProperties", "maxProperties"]),
};

/** A tool's schema for Gemini as plain JSON Schema. */
export function normalizeSchemaForGoogleJson(value: unknown): JsonObject {
  return normalizeSchema(value, GOOGLE_JSON);
}
