// Whether a schema already is what strict mode demands: closed objects, every property required, no
// keyword beyond the supported ones. Says yes or no; rewriting schemas is done elsewhere.
import type { JsonObject, JsonValue } from "../../model/request.ts";

const KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "description",
  "title",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
]);

export function isStrictSchema(schema: JsonValue | undefined): boolean {
  if (!isObject(schema) || !Object.keys(schema).every((key) => KEYWORDS.has(key))) return false;
  const { anyOf, items } = schema;
  if (Array.isArray(anyOf) && !anyOf.every(isStrictSchema)) return false;
  if (items !== undefined && !isStrictSchema(items)) return false;
  const isObjectSchema = schema["type"] === "object" || schema["properties"] !== undefined;
  return !isObjectSchema || isClosed(schema);
}

function isClosed(schema: JsonObject): boolean {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return (
    schema["additionalProperties"] === false &&
    Object.entries(properties).every(
      ([name, property]) => required.includes(name) && isStrictSchema(property),
    )
  );
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
