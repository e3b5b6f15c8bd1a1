// Resolves combiners of nodes whose children are already in the target's form: `allOf` into the node
// itself, `anyOf` of values into one enum, and, for targets without unions, any `anyOf` into one schema.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode, isSameJson, without } from "./json-schema.ts";
import { mergeNodes } from "./merge.ts";
import type { NoteLoss } from "./note-loss.ts";

/** The node with all that its `allOf` demands. */
export function mergeAllOf(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  if (!isList(node.allOf)) return node;
  const parts = [without(node, "allOf"), ...node.allOf.filter(isNode)];
  if (node.allOf.includes(false)) noteLoss("allOf");
  let merged: JsonObject = {};
  for (const part of parts) {
    const { schema, isExact } = mergeNodes(merged, part);
    if (!isExact) noteLoss("allOf");
    merged = schema;
  }
  const refusesNull = parts.some((part) => part.nullable !== true && restrictsValue(part));
  return merged.nullable === true && refusesNull ? without(merged, "nullable") : merged;
}

function restrictsValue(part: JsonObject): boolean {
  return part.type !== undefined || part.enum !== undefined || part.anyOf !== undefined;
}

/** Branches that can never or always hold do not stay; a union of one is that one. */
export function tidyAnyOf(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  if (!isList(node.anyOf)) return node;
  if (node.anyOf.includes(true)) return without(node, "anyOf");
  const branches = distinct(node.anyOf.filter(isNode));
  const rest = without(node, "anyOf");
  const [only, ...others] = branches;
  if (only === undefined) {
    noteLoss("anyOf");
    return rest;
  }
  if (others.length === 0) return mergeInto(only, rest, noteLoss);
  const united = uniteEnums(branches);
  if (united !== undefined) return mergeInto(united, rest, noteLoss);
  return branches.length === node.anyOf.length ? node : { ...rest, anyOf: branches };
}

function distinct(branches: readonly JsonObject[]): JsonObject[] {
  return [...new Map(branches.map((branch) => [JSON.stringify(branch), branch])).values()];
}

/** What is said beside a branch is the more special, and decides whether null may be. */
function mergeInto(branch: JsonObject, rest: JsonObject, noteLoss: NoteLoss): JsonObject {
  const { schema, isExact } = mergeNodes(branch, rest);
  if (!isExact) noteLoss("anyOf");
  const refusesNull = rest.nullable !== true && restrictsValue(rest);
  return refusesNull ? without(schema, "nullable") : schema;
}

/** Branches that only list values of one type, as one list. */
function uniteEnums(branches: readonly JsonObject[]): JsonObject | undefined {
  const type = branches[0]?.type;
  const values: JsonValue[] = [];
  for (const branch of branches) {
    const isPlain = Object.keys(branch).every(
      (keyword) => keyword === "type" || keyword === "enum",
    );
    if (!isPlain || branch.type !== type || !isList(branch.enum)) return undefined;
    values.push(...branch.enum);
  }
  return { ...(type !== undefined && { type }), enum: [...new Set(values)] };
}

/** One schema for a target that has no unions. */
export function collapseAnyOf(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  const tidy = tidyAnyOf(node, noteLoss);
  if (!isList(tidy.anyOf)) return tidy;
  const branches = tidy.anyOf.filter(isNode);
  const rest = without(tidy, "anyOf");
  const [first, ...others] = branches as [JsonObject, ...JsonObject[]];
  const isAlike = others.every((branch) => branch.type === first.type);
  if (!isAlike || first.type === undefined) return mergeInto(first, rest, noteLoss);
  noteLoss("anyOf");
  const united = first.type === "object" ? uniteObjects(branches) : commonKeywords(branches);
  return mergeInto(united, rest, noteLoss);
}

/** Every property of any branch; required is what all of them require. */
function uniteObjects(branches: readonly JsonObject[]): JsonObject {
  const properties = new Map<string, JsonValue>();
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(
      isNode(branch.properties) ? branch.properties : {},
    )) {
      const before = properties.get(name);
      properties.set(name, before === undefined ? schema : unitePair(before, schema));
    }
  }
  const lists = branches.map((branch) => (isList(branch.required) ? branch.required : []));
  const required = (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  return {
    ...without(commonKeywords(branches), "required"),
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** The same property in two branches: values that tell branches apart are all allowed. */
function unitePair(a: JsonValue, b: JsonValue): JsonValue {
  if (!isNode(a) || !isNode(b) || isSameJson(a, b) || a.type !== b.type) return a;
  if (isList(a.enum) && isList(b.enum)) {
    return { ...a, enum: [...new Set([...a.enum, ...b.enum])] };
  }
  return a.type === "object" ? uniteObjects([a, b]) : commonKeywords([a, b]);
}

/** What all nodes say alike, and the first description. */
function commonKeywords(nodes: readonly JsonObject[]): JsonObject {
  const [first, ...others] = nodes as [JsonObject, ...JsonObject[]];
  const isCommon = ([keyword, value]: [string, JsonValue]) =>
    keyword === "description" || others.every((node) => isSameJson(node[keyword], value));
  return Object.fromEntries(Object.entries(first).filter(isCommon));
}
