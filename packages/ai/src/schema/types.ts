// Rewrites of what a node says about types: constants, lists of types, tuples, types that can be told
// from other keywords. Each takes a node whose children are still as they came.
import type { JsonObject, JsonValue } from "../model/request.ts";
import {
  commonType,
  isList,
  isNode,
  isOfType,
  isSameJson,
  typeOfValue,
  typesOf,
  without,
} from "./json-schema.ts";
import { ANNOTATIONS, appliesTo } from "./keywords.ts";

/** A `const` as an `enum` of one, with its type. */
export function constantAsEnum(node: JsonObject): JsonObject {
  if (!Object.hasOwn(node, "const")) return node;
  const value = node.const as JsonValue;
  if (value === null) return { ...without(node, "const", "enum"), type: "null" };
  const type = node.type ?? typeOfValue(value);
  return { ...without(node, "const", "enum"), enum: [value], type };
}

/** The node without keywords that say nothing about values of this type. */
export function withoutOtherTypes(node: JsonObject, type: string): JsonObject {
  const isUseful = ([keyword]: [string, JsonValue]) => appliesTo(keyword, type);
  const entries = Object.entries(node);
  return entries.every(isUseful) ? node : Object.fromEntries(entries.filter(isUseful));
}

/** The type that all values of an enum have, where the node names none. */
export function typeFromEnum(node: JsonObject): JsonObject {
  if (node.type !== undefined || !isList(node.enum)) return node;
  const values = node.enum.filter((value) => value !== null);
  const type = values.length === 0 ? undefined : commonType(values);
  if (type === undefined || type === "object" || type === "array") return node;
  return { ...node, type: values.length < node.enum.length ? [type, "null"] : type };
}

/** An object or array by its keywords, where the node names no type. */
export function typeFromShape(node: JsonObject): JsonObject {
  if (node.type !== undefined) return node;
  if (isNode(node.properties)) return { ...node, type: "object" };
  if (isNode(node.items) || isList(node.prefixItems)) return { ...node, type: "array" };
  return node;
}

/**
 * A list of types as one schema for each, with the keywords that apply to it; what is said about all
 * of them stays on the union.
 */
export function splitTypes(node: JsonObject): JsonObject {
  const types = typesOf(node) ?? [];
  const wanted = types.filter((type) => type !== "integer" || !types.includes("number"));
  if (types.length < 2) return node;
  if (wanted.length === 1) return { ...node, type: wanted[0] as string };
  const entries = Object.entries(without(node, "type"));
  const isShared = ([keyword]: [string, JsonValue]) =>
    (ANNOTATIONS.has(keyword) && appliesTo(keyword, "")) || keyword === "nullable";
  const variants = wanted.flatMap((type) => variantOf(entries, isShared, type));
  const shared = Object.fromEntries(entries.filter(isShared));
  const [only, ...others] = variants;
  if (only === undefined) return shared;
  return others.length === 0 ? { ...only, ...shared } : { anyOf: variants, ...shared };
}

function variantOf(
  entries: readonly [string, JsonValue][],
  isShared: (entry: [string, JsonValue]) => boolean,
  type: string,
): JsonObject[] {
  const applying = entries.filter((entry) => !isShared(entry) && appliesTo(entry[0], type));
  const own: JsonObject = { type, ...Object.fromEntries(applying) };
  if (!isList(own.enum)) return [own];
  const values = own.enum.filter((value) => isOfType(value, type));
  if (values.length === 0) return [];
  return type === "null" ? [{ type }] : [{ ...own, enum: values }];
}

/** A node that takes the first of its types that is not null. */
export function firstType(node: JsonObject): JsonObject {
  const types = typesOf(node) ?? [];
  if (types.length < 2) return node;
  const type = types.find((each) => each !== "null") ?? "null";
  const values = isList(node.enum) ? node.enum.filter((value) => isOfType(value, type)) : [];
  return { ...node, type, ...(values.length > 0 && { enum: values }) };
}

/** A tuple as an array whose items are any of the tuple's. */
export function tupleAsArray(node: JsonObject): JsonObject {
  if (!isList(node.prefixItems)) return node;
  const distinct: JsonValue[] = [];
  for (const item of [...node.prefixItems, ...(isNode(node.items) ? [node.items] : [])]) {
    if (!distinct.some((other) => isSameJson(other, item))) distinct.push(item);
  }
  const [only, ...others] = distinct as [JsonValue, ...JsonValue[]];
  const { length } = node.prefixItems;
  const maxItems = node.items === false ? { maxItems: node.maxItems ?? length } : {};
  return {
    ...without(node, "prefixItems"),
    items: others.length === 0 ? only : { anyOf: distinct },
    ...maxItems,
  };
}
