// What is left to do when a node's children are in the target's form: combiners, null, and objects whose
// unlisted properties cannot be sent.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { collapseAnyOf, mergeAllOf, tidyAnyOf } from "./combine.ts";
import { isList, isNode, without } from "./json-schema.ts";
import type { NoteLoss } from "./note-loss.ts";
import { denull, isNullOnly } from "./nulls.ts";
import type { NormalizeOptions } from "./options.ts";
import { withoutOtherTypes } from "./types.ts";

/** The node with as few combiners as the target wants. */
export function combineNode(
  node: JsonObject,
  { combiners, types }: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  if (combiners === "single") {
    const isOne = isList(node.allOf) && node.allOf.length === 1;
    return isOne ? mergeAllOf(node, noteLoss) : node;
  }
  if (combiners !== "merge" && combiners !== "collapse") return node;
  const merged = mergeAllOf(node, noteLoss);
  if (types === "union") return tidyAnyOf(merged, noteLoss);
  const { schema, allowedNull } = denull(merged);
  if (combiners === "collapse") return collapseAnyOf(schema, noteLoss);
  const isNullable = allowedNull && types === "nullable";
  const out = tidyAnyOf(isNullable ? { ...schema, nullable: true } : schema, noteLoss);
  // A negation may be meant for null as well.
  return out.not === undefined ? out : without(out, "nullable");
}

/** The node with what the target wants to be said of objects and arrays. */
export function closeNode(
  node: JsonObject,
  options: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  let out = options.wantsPlainNodes ? dropBooleans(node, options, noteLoss) : node;
  if (options.wantsPlainNodes && typeof out.type === "string") {
    out = withoutOtherTypes(out, out.type);
  }
  if (options.wantsProperties && out.type === "object" && out.properties === undefined) {
    out = { ...out, properties: {} };
  }
  return options.isClosed ? closeObject(out, options, noteLoss) : out;
}

/** Subschemas that are `true` or `false`, for targets that have none. */
function dropBooleans(node: JsonObject, options: NormalizeOptions, noteLoss: NoteLoss): JsonObject {
  let out = node;
  if (typeof out.not === "boolean") {
    if (out.not) noteLoss("not");
    out = without(out, "not");
  }
  if (isNode(out.properties)) {
    const listed = Object.entries(out.properties).filter(([, schema]) => schema !== false);
    const isForbidding = listed.length < Object.keys(out.properties).length;
    if (isForbidding && !options.isClosed) noteLoss("properties");
    if (isForbidding) out = { ...out, properties: Object.fromEntries(listed) };
  }
  return options.keeps("maxItems") ? limitItems(out) : out;
}

/** Items that cannot be are said by a limit. */
function limitItems(node: JsonObject): JsonObject {
  const prefix = isList(node.prefixItems) ? node.prefixItems : [];
  const end = prefix.indexOf(false);
  const limit = end !== -1 ? end : node.items === false ? prefix.length : undefined;
  if (limit === undefined) return node;
  const tuple = prefix.slice(0, limit);
  const maxItems = Math.min(limit, typeof node.maxItems === "number" ? node.maxItems : limit);
  return {
    ...without(node, "items", "prefixItems"),
    ...(tuple.length > 0 && { prefixItems: tuple }),
    maxItems,
  };
}

/** Nothing can be required that is not listed. */
function closeObject(
  node: JsonObject,
  { types }: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  const wanted = isList(node.required) ? node.required : [];
  const isUseful = ([name, schema]: [string, JsonValue]) =>
    types !== "first" || !isNullOnly(schema) || wanted.includes(name);
  const listed = isNode(node.properties) ? Object.entries(node.properties).filter(isUseful) : [];
  const names = new Set<JsonValue>(listed.map(([name]) => name));
  const required = wanted.filter((name) => names.has(name));
  if (required.length < wanted.length) noteLoss("required");
  return {
    ...without(node, "required"),
    ...(isNode(node.properties) && { properties: Object.fromEntries(listed) }),
    ...(required.length > 0 && { required }),
  };
}
