// Leaves out what a target does not understand, tells of it in the description where that helps, and takes
// note where the meaning changes.
import type { JsonObject, JsonValue } from "../model/request.ts";
import type { Place } from "./expand.ts";
import { isList } from "./json-schema.ts";
import { ANNOTATIONS } from "./keywords.ts";
import type { NoteLoss } from "./note-loss.ts";
import type { NormalizeOptions } from "./options.ts";
import { isTextOrNull } from "./rewrite.ts";
import { spill } from "./spill.ts";

/** The node with keywords that the target understands. */
export function pruneNode(
  node: JsonObject,
  place: Place,
  options: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  const entries = Object.entries(node);
  const dropped = entries.filter((entry) => !isSayable(entry, place, options));
  if (dropped.length === 0) return node;
  const kept = Object.fromEntries(entries.filter((entry) => !dropped.includes(entry)));
  for (const [keyword] of dropped) {
    if (isMissed(keyword, node, place, options)) noteLoss(keyword);
  }
  const told = dropped.filter(([keyword]) => options.spills.has(keyword));
  return spill(kept, told, options.spillsIntoExisting);
}

function isSayable(
  [keyword, value]: [string, JsonValue],
  place: Place,
  options: NormalizeOptions,
): boolean {
  if (!options.keeps(keyword)) return false;
  // Definitions are kept for recursion, which starts at the root.
  if (keyword === "$defs" && options.wantsPlainNodes) return place.depth === 0;
  if (keyword === "format") return typeof value === "string" && isKnown(value, options.formats);
  if (keyword !== "enum" || !options.hasTextEnums || !isList(value)) return true;
  return value.every((each) => each !== "" && isTextOrNull(each));
}

function isKnown(format: string, formats: ReadonlySet<string> | undefined): boolean {
  return formats === undefined || formats.has(format);
}

function isMissed(
  keyword: string,
  node: JsonObject,
  place: Place,
  options: NormalizeOptions,
): boolean {
  if (ANNOTATIONS.has(keyword) || keyword === "nullable") return false;
  const isClosed = options.isClosed && !place.isConjunct && node.type === "object";
  if (!isClosed) return true;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return false;
  return keyword !== "patternProperties" || node.properties !== undefined;
}
