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
  const { schema, allowedNull } = denull(mergeAllOf(node, noteLoss));
  const out = allowedNull && types === "nullable" ? { ...schema, nullable: true } : schema;
  return combiners === "merge" ? tidyAnyOf(out, noteLoss) : collapseAnyOf(out, noteLoss);
}

/** The node with what the target wants to be said of objects and arrays. */
export function closeNode(
  node: JsonObject,
  options: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  let out = options.isClosed ? dropBooleans(node, options, noteLoss) : node;
  if (options.isClosed && typeof out.type === "string") out = withoutOtherTypes(out, out.type);
  if (options.wantsProperties && out.type === "object" && out.properties === undefined) {
    out = { ...out, properties: {} };
  }
  return options.isClosed ? closeObject(out, options, noteLoss) : out;
}

/** Subschemas that are `true` or `false`, for targets that have none. */
function dropBooleans(
  node: JsonObject,
  { isUniformArray }: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  let out = node;
  if (typeof out.not === "boolean") {
    if (out.not) noteLoss("not");
    out = without(out, "not");
  }
  const isEmpty = isUniformArray && out.items === false;
  return isEmpty ? { ...without(out, "items"), maxItems: 0 } : out;
}

/** Nothing can be required, and nothing be forbidden, that is not listed. */
function closeObject(
  node: JsonObject,
  { types }: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  const wanted = isList(node.required) ? node.required : [];
  const isListed = ([name, schema]: [string, JsonValue]) => {
    const isUseless = types === "first" && isNullOnly(schema) && !wanted.includes(name);
    return schema !== false && !isUseless;
  };
  const listed = isNode(node.properties) ? Object.entries(node.properties).filter(isListed) : [];
  const names = new Set<JsonValue>(listed.map(([name]) => name));
  const required = wanted.filter((name) => names.has(name));
  if (required.length < wanted.length) noteLoss("required");
  return {
    ...without(node, "required"),
    ...(isNode(node.properties) && { properties: Object.fromEntries(listed) }),
    ...(required.length > 0 && { required }),
  };
}
