// Whether a schema fits the `parameters` field of Google's function declarations, a typed message that
// knows no other fields. What does not fit goes as plain JSON Schema, where unknown keywords are harmless.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode } from "./json-schema.ts";

const FIELDS: ReadonlySet<string> = new Set([
  ..."type format title description nullable enum default example anyOf".split(" "),
  ..."properties required propertyOrdering minProperties maxProperties".split(" "),
  ..."items minItems maxItems minLength maxLength pattern minimum maximum".split(" "),
]);

/** True when a schema for Google can be sent as `parameters`. */
export function fitsGoogleParameters(schema: JsonValue | undefined): boolean {
  if (!isNode(schema) || !Object.keys(schema).every((keyword) => FIELDS.has(keyword))) return false;
  if (isList(schema.anyOf)) {
    return schema.type === undefined && schema.anyOf.every(fitsGoogleParameters);
  }
  switch (schema.type) {
    case "object":
      return fitsProperties(schema.properties);
    case "array":
      return fitsGoogleParameters(schema.items);
    default:
      return typeof schema.type === "string";
  }
}

/** An object without properties is rejected. */
function fitsProperties(properties: JsonValue | undefined): boolean {
  const schemas = isNode(properties) ? Object.values(properties) : [];
  return schemas.length > 0 && schemas.every(fitsGoogleParameters);
}

/** True when objects somewhere inside take properties that are not listed. */
export function isOpenSchema(schema: JsonValue | undefined): boolean {
  if (!isNode(schema)) return false;
  const { additionalProperties: others, properties, items, anyOf } = schema;
  if (others !== undefined && others !== false) return true;
  const inside = isNode(properties) ? Object.values(properties) : [];
  return (
    inside.some(isOpenSchema) || isOpenSchema(items) || (isList(anyOf) && anyOf.some(isOpenSchema))
  );
}

/** The schema without fields that the message does not have. */
export function onlyGoogleFields(schema: JsonObject): JsonObject {
  const { properties, items } = schema;
  const kept = Object.entries(schema).filter(([keyword]) => FIELDS.has(keyword));
  return {
    ...Object.fromEntries(kept),
    ...(isNode(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, onlyOf(each)]),
      ),
    }),
    ...(items !== undefined && { items: onlyOf(items) }),
  };
}

function onlyOf(schema: JsonValue): JsonValue {
  return isNode(schema) ? onlyGoogleFields(schema) : schema;
}
