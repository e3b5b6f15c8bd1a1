// Tells in a node's description what its keywords can no longer say. Pure text.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList } from "./json-schema.ts";

const MAX_TEXT = 200;
/** Names that read better than the keyword. */
const WORDS: Readonly<Record<string, string>> = { enum: "one of" };

/** The node with a description that tells of the given keywords and their values. */
export function spill(
  node: JsonObject,
  facts: readonly (readonly [keyword: string, value: JsonValue])[],
  isIntoExistingOnly: boolean,
): JsonObject {
  const before = typeof node.description === "string" ? node.description : "";
  if (before === "" && isIntoExistingOnly) return node;
  const told = facts
    .map(([keyword, value]) => `${WORDS[keyword] ?? keyword}: ${say(value)}`)
    .filter((fact) => !before.includes(`(${fact.slice(0, fact.indexOf(":") + 1)}`));
  if (told.length === 0) return node;
  const note = `(${told.join(", ")})`;
  return { ...node, description: before === "" ? note : `${before} ${note}` };
}

function say(value: JsonValue): string {
  const text = isList(value) ? value.map(sayOne).join(" | ") : sayOne(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function sayOne(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
