// Turns a tool's parameters into the JSON Schema that models are sent, without the noise a generator
// leaves behind. Pure; what a provider accepts of it is decided elsewhere.
import type { JsonObject, JsonValue } from "@oh-my-pi/pi-ai/request";
import type { $ZodType } from "zod/v4/core";
import { isJsonArray, isJsonObject } from "../record.ts";
import { PreparedParameters } from "./prepared-parameters.ts";

/** A zod schema, the same prepared beforehand, or JSON Schema as it comes from foreign tools. */
export type Parameters = $ZodType | PreparedParameters | JsonObject;

const BOUND_KEYS: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);
/** Keys below which property names, not schema keywords, follow. */
const NAME_MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
/** Keys whose value is data, not a schema. */
const DATA_KEYS: ReadonlySet<string> = new Set([
  "default",
  "const",
  "enum",
  "examples",
  "required",
]);

export function isZodSchema(parameters: Parameters): parameters is $ZodType {
  return "_zod" in parameters;
}

/** Schemas of zod's usual form can describe themselves; importing the describer would load all of zod. */
interface SelfDescribing {
  toJSONSchema(options: { readonly io: "input" }): object;
}

function describesItself(schema: object): schema is SelfDescribing {
  return "toJSONSchema" in schema && typeof schema.toJSONSchema === "function";
}

/** The schema for the wire; always an object schema. */
export function toWireSchema(parameters: Parameters): JsonObject {
  if (parameters instanceof PreparedParameters) return parameters.wire;
  if (!isZodSchema(parameters)) {
    return parameters.type === undefined ? { type: "object", ...parameters } : parameters;
  }
  if (!describesItself(parameters))
    throw new TypeError('A tool\'s parameters must be made with `z` of "zod", or be JSON Schema.');
  const schema = cleanObject(parameters.toJSONSchema({ io: "input" }) as JsonObject);
  if (schema.type !== "object") {
    throw new TypeError("A tool's parameters must be an object schema.");
  }
  return schema;
}

function clean(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(clean);
  return isJsonObject(value) ? cleanObject(value) : value;
}

function cleanObject(schema: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema" || (BOUND_KEYS.has(key) && isUnboundedInteger(value))) continue;
    if (DATA_KEYS.has(key)) result[key] = value;
    else if (NAME_MAPS.has(key) && isJsonObject(value)) result[key] = cleanEach(value);
    else if (key === "additionalProperties" && isEmpty(value)) result[key] = true;
    else result[key] = clean(value);
  }
  // zod drops unknown fields of a plain object silently; a model is told that there are none.
  if (result.type === "object" && isJsonObject(result.properties))
    result.additionalProperties ??= false;
  return result;
}

function cleanEach(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, clean(value)]));
}

function isUnboundedInteger(value: JsonValue): boolean {
  return typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
