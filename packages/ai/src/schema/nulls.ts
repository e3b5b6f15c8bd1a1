// Takes null out of a node for targets that have no null type, and says whether the node allowed it.
// Works on nodes whose children are already in the target's form.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode, typesOf, without } from "./json-schema.ts";
import { ANNOTATIONS } from "./keywords.ts";

export interface Denulled {
  readonly schema: JsonObject;
  readonly allowedNull: boolean;
}

/** True for a node that accepts null and nothing else. */
export function isNullOnly(value: JsonValue): boolean {
  if (!isNode(value)) return false;
  const telling = Object.keys(value).filter((keyword) => !ANNOTATIONS.has(keyword));
  return telling.length === 1 && (value.type === "null" || value.nullable === true);
}

/** True for a node that accepts at most null. */
function isNull(value: JsonValue): boolean {
  return isNullOnly(value) || (isNode(value) && value.type === "null");
}

/** What is said about a value beside its restrictions. */
export function annotationsOf(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => ANNOTATIONS.has(keyword)));
}

/** The node without null among its types, values and branches; a node of null alone stays one. */
export function denull(node: JsonObject): Denulled {
  if (node.type === "null" || !mentionsNull(node)) return { schema: node, allowedNull: false };
  const rest = without(node, "nullable");
  const types = typesOf(node)?.filter((type) => type !== "null");
  const values = isList(node.enum) ? node.enum.filter((value) => value !== null) : undefined;
  const branches = isList(node.anyOf) ? node.anyOf.filter((each) => !isNull(each)) : undefined;
  if ([types, values, branches].some((left) => left?.length === 0)) {
    return { schema: { ...annotationsOf(node), type: "null" }, allowedNull: false };
  }
  const schema = {
    ...rest,
    ...(types !== undefined && { type: types.length === 1 ? (types[0] as string) : types }),
    ...(values !== undefined && { enum: values }),
    ...(branches !== undefined && { anyOf: branches }),
  };
  return { schema, allowedNull: allowsNull(node) };
}

function mentionsNull(node: JsonObject): boolean {
  return (
    node.nullable === true ||
    typesOf(node)?.includes("null") === true ||
    (isList(node.enum) && node.enum.includes(null)) ||
    (isList(node.anyOf) && node.anyOf.some(isNull))
  );
}

/** Every keyword that restricts the value must let null pass. */
function allowsNull(node: JsonObject): boolean {
  if (node.not !== undefined) return false;
  if (node.nullable === true) return true;
  const types = typesOf(node);
  if (types !== undefined && !types.includes("null")) return false;
  if (isList(node.enum) && !node.enum.includes(null)) return false;
  return !isList(node.anyOf) || node.anyOf.some((branch) => isNode(branch) && letsNullPass(branch));
}

function letsNullPass(branch: JsonObject): boolean {
  return isNullOnly(branch) || branch.nullable === true || Object.keys(branch).length === 0;
}
