// Makes one node of two that must both hold. Where they contradict each other the second wins, and the
// result says that it is no longer exact.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode, isSameJson, isSubschema, type Subschema } from "./json-schema.ts";
import { ANNOTATIONS } from "./keywords.ts";

export interface Merged {
  readonly schema: JsonObject;
  /** True when the result accepts exactly what both accept. */
  readonly isExact: boolean;
}

/** Keywords that only mean something together: half a group cannot meet half of another. */
const GROUPS: readonly (readonly string[])[] = [
  ["prefixItems", "items"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];
/** Keywords that look at what their neighbours have seen. */
const WATCHERS = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/** Both nodes as one. */
export function mergeNodes(base: JsonObject, over: JsonObject): Merged {
  if (Object.keys(over).length === 0) return { schema: base, isExact: true };
  if (Object.keys(base).length === 0) return { schema: over, isExact: true };
  let isExact = !meetsInGroups(base, over);
  const shared: [string, JsonValue][] = [];
  for (const [keyword, value] of Object.entries(over)) {
    const before = Object.hasOwn(base, keyword) ? base[keyword] : undefined;
    if (before === undefined || isSameJson(before, value)) continue;
    const merged = mergeKeyword(keyword, before, value);
    if (!merged.isExact) isExact = false;
    shared.push([keyword, merged.value]);
  }
  return { schema: { ...base, ...over, ...Object.fromEntries(shared) }, isExact };
}

interface MergedValue {
  readonly value: JsonValue;
  readonly isExact: boolean;
}

function mergeKeyword(keyword: string, before: JsonValue, after: JsonValue): MergedValue {
  if (keyword === "properties" && isNode(before) && isNode(after)) {
    return mergeMaps(before, after);
  }
  if (keyword === "required" && isList(before) && isList(after)) {
    return { value: [...new Set([...before, ...after])], isExact: true };
  }
  if (keyword === "$defs" && isNode(before) && isNode(after)) {
    return { value: { ...before, ...after }, isExact: true };
  }
  if (keyword === "type") {
    const both = commonTypes(asList(before), asList(after));
    const type = both.length === 1 ? (both[0] as string) : both;
    return both.length > 0 ? { value: type, isExact: true } : { value: after, isExact: false };
  }
  if (keyword === "enum" && isList(before) && isList(after)) {
    const both = after.filter((value) => before.some((other) => isSameJson(value, other)));
    return both.length > 0 ? { value: both, isExact: true } : { value: after, isExact: false };
  }
  return { value: after, isExact: ANNOTATIONS.has(keyword) };
}

/** The types that both name; every integer is a number. */
function commonTypes(before: readonly JsonValue[], after: readonly JsonValue[]): JsonValue[] {
  const isIn = (type: JsonValue, list: readonly JsonValue[]) =>
    list.includes(type) || (type === "integer" && list.includes("number"));
  const both = [
    ...after.filter((type) => isIn(type, before)),
    ...before.filter((type) => isIn(type, after)),
  ];
  return [...new Set(both)];
}

function asList(value: JsonValue): readonly JsonValue[] {
  return isList(value) ? value : [value];
}

function mergeMaps(before: JsonObject, after: JsonObject): MergedValue {
  let isExact = true;
  const shared = Object.entries(after).map(([name, schema]): [string, JsonValue] => {
    const other = Object.hasOwn(before, name) ? before[name] : undefined;
    if (!isSubschema(other) || !isSubschema(schema)) return [name, schema];
    const merged = mergeSubschemas(other, schema);
    if (!merged.isExact) isExact = false;
    return [name, merged.value];
  });
  return { value: { ...before, ...Object.fromEntries(shared) }, isExact };
}

function mergeSubschemas(before: Subschema, after: Subschema): MergedValue {
  if (before === true) return { value: after, isExact: true };
  if (after === true) return { value: before, isExact: true };
  if (before === false || after === false) return { value: false, isExact: true };
  const { schema, isExact } = mergeNodes(before, after);
  return { value: schema, isExact };
}

function meetsInGroups(base: JsonObject, over: JsonObject): boolean {
  if (restrictsNothing(base) || restrictsNothing(over)) return false;
  const hasAny = (node: JsonObject, group: readonly string[]) =>
    group.some((keyword) => Object.hasOwn(node, keyword));
  if (hasAny(base, WATCHERS) || hasAny(over, ["additionalProperties"])) return true;
  return GROUPS.some((group) => hasAny(base, group) && hasAny(over, group));
}

function restrictsNothing(node: JsonObject): boolean {
  return Object.keys(node).every((keyword) => ANNOTATIONS.has(keyword));
}
