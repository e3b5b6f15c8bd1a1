// Schemas for Claude behind Cloud Code Assist, which takes them in Google's form but knows neither null
// nor unions. What still does not fit is replaced as a whole.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { GOOGLE } from "./google.ts";
import { isList, isNode } from "./json-schema.ts";
import { normalizeSchema } from "./normalize.ts";
import type { NormalizeOptions } from "./options.ts";

export const CCA: NormalizeOptions = {
  ...GOOGLE,
  keeps: (keyword) => keyword !== "nullable" && GOOGLE.keeps(keyword),
  types: "first",
  combiners: "collapse",
};

const COMBINERS = ["anyOf", "oneOf", "allOf"];

/** A tool's schema for Claude on Cloud Code Assist; an object without properties when nothing fits. */
export function normalizeSchemaForCCA(value: unknown): JsonObject {
  const schema = normalizeSchema(value, CCA);
  return isAccepted(schema) ? schema : { type: "object", properties: {} };
}

/** True when nothing is left that the service rejects. */
export function isAccepted(schema: JsonValue): boolean {
  if (!isNode(schema)) return false;
  if (isList(schema.type) || schema.type === "null" || schema.nullable !== undefined) return false;
  if (COMBINERS.some((keyword) => schema[keyword] !== undefined)) return false;
  const { properties, items, not } = schema;
  if (isNode(properties) && !Object.values(properties).every(isAccepted)) return false;
  return (items === undefined || isAccepted(items)) && (not === undefined || isAccepted(not));
}
