// Names the first part of a request that differs from the one before it, in the order in which
// providers cache: what explains a lost prompt cache. Works on bodies of any wire format.
import type { JsonObject, JsonValue } from "../model/request.ts";

/** Sections in cache order, under the names that the wire formats give them. */
const FIXED_SECTIONS = [
  "model",
  "tools",
  "toolConfig",
  "system",
  "systemInstruction",
  "instructions",
];
const GROWING_SECTIONS = ["messages", "input", "contents"];
/** Marks where a cache ends; they move without changing what is cached. */
const MARKERS: ReadonlySet<string> = new Set(["cache_control", "cachePoint"]);

/** Path of the first segment of `before` that `after` does not repeat, or undefined when it repeats all. */
export function comparePrefix(before: JsonObject, after: JsonObject): string | undefined {
  for (const section of FIXED_SECTIONS) {
    const path = compareFixed(section, before[section], after[section]);
    if (path !== undefined) return path;
  }
  for (const section of GROWING_SECTIONS) {
    const path = compareGrowing(section, before[section], after[section]);
    if (path !== undefined) return path;
  }
  return undefined;
}

function compareFixed(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return isEqual(before, after) ? undefined : path;
  }
  const at = firstDifference(before, after);
  const length = withoutMarkerBlocks(before).length;
  const isSameLength = length === withoutMarkerBlocks(after).length;
  return at === undefined && isSameLength ? undefined : `${path}[${at ?? length}]`;
}

function compareGrowing(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string | undefined {
  if (!Array.isArray(before)) return before === undefined ? undefined : path;
  if (!Array.isArray(after)) return `${path}[0]`;
  const at = firstDifference(before, after);
  if (at === undefined) return undefined;
  const isLast = at === before.length - 1;
  return compareMessages(`${path}[${at}]`, before[at], after[at], isLast);
}

function compareMessages(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  mayGrow: boolean,
): string | undefined {
  for (const key of ["content", "parts"]) {
    const [ours, theirs] = [fieldOf(before, key), fieldOf(after, key)];
    if (!Array.isArray(ours) || !Array.isArray(theirs)) continue;
    const at = firstDifference(ours, theirs);
    if (at !== undefined) return `${path}.${key}[${at}]`;
    const isSameBesides = isEqual(omit(before, key), omit(after, key));
    return mayGrow && isSameBesides ? undefined : path;
  }
  return path;
}

/** Index of the first element of `before` that `after` lacks or has otherwise. */
function firstDifference(before: readonly JsonValue[], after: readonly JsonValue[]) {
  const [ours, theirs] = [withoutMarkerBlocks(before), withoutMarkerBlocks(after)];
  const at = ours.findIndex((value, index) => !isEqual(value, theirs[index]));
  return at === -1 ? undefined : at;
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b)) {
    const [ours, theirs] = [withoutMarkerBlocks(a), withoutMarkerBlocks(b)];
    if (ours.length !== theirs.length) return false;
    return ours.every((value, index) => isEqual(value, theirs[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const [left, right] = [withoutMarkers(a), withoutMarkers(b)];
  // The order of keys is part of what a provider hashes.
  return (
    left.length === right.length &&
    left.every(([key, value], index) => {
      const [otherKey, otherValue] = right[index] ?? [];
      return key === otherKey && isEqual(value, otherValue);
    })
  );
}

function withoutMarkers(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).filter(([key]) => !MARKERS.has(key));
}

/** Some formats give a marker a block of its own. */
function withoutMarkerBlocks(list: readonly JsonValue[]): readonly JsonValue[] {
  return list.filter((value) => {
    const [key = "", ...others] = isObject(value) ? Object.keys(value) : [];
    return others.length > 0 || !MARKERS.has(key);
  });
}

function fieldOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? value[key] : undefined;
}

function omit(value: JsonValue | undefined, key: string): JsonObject {
  const { [key]: _left, ...rest } = isObject(value) ? value : {};
  return rest;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
