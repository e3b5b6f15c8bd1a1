// What a JSON Schema node is, and safe steps into one of unknown shape. Knows no target.
import type { JsonObject, JsonValue } from "../model/request.ts";

/** A subschema: an object of keywords, or `true` for anything and `false` for nothing. */
export type Subschema = JsonObject | boolean;

/** A node under construction. */
export type MutableNode = Record<string, JsonValue>;

/** The types that JSON Schema knows. */
export const TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);

export function isNode(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isSubschema(value: unknown): value is Subschema {
  return typeof value === "boolean" || isNode(value);
}

/** The node without some keywords; itself when it has none of them. */
export function without(node: JsonObject, ...keywords: readonly string[]): JsonObject {
  if (!keywords.some((keyword) => Object.hasOwn(node, keyword))) return node;
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keywords.includes(key)));
}

/** The types that the node names, as a list; undefined when it names none. */
export function typesOf(node: JsonObject): readonly string[] | undefined {
  const { type } = node;
  if (typeof type === "string") return [type];
  return isList(type) ? type.filter((each) => typeof each === "string") : undefined;
}

/** The JSON Schema type of a value; whole numbers are integers. */
export function typeOfValue(value: JsonValue): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** True when a value is of a type, by JSON Schema's rules. */
export function isOfType(value: JsonValue, type: string): boolean {
  const own = typeOfValue(value);
  return own === type || (own === "integer" && type === "number");
}

/** The one type of all values, if there is one; whole and broken numbers are numbers. */
export function commonType(values: readonly JsonValue[]): string | undefined {
  const types = new Set(values.map(typeOfValue));
  if (types.has("number")) types.delete("integer");
  const [only, ...others] = types;
  return others.length === 0 ? only : undefined;
}

/** Equal as JSON data, whatever the order of keys. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || Bun.deepEquals(a, b, true);
}

/** True when no value inside lies deeper than so many levels. */
export function isWithinDepth(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((child: JsonValue) => isWithinDepth(child, levels - 1));
}
