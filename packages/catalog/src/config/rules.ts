// A small vocabulary for describing what a value read from a file must look like, so that everything
// wrong with it is reported at once, with its place and what would be right. Knows no file format.
import { nearestNames } from "../nearest.ts";

/** Where in a document a value stands. */
export type Path = readonly (string | number)[];

/** One thing that is wrong, and what would be right. */
export interface Problem {
  path: Path;
  problem: string;
  allowed: string;
}

/** Adds what is wrong with `value` to `found`. */
export type Rule = (value: unknown, path: Path, found: Problem[]) => void;

/** Anything but a list or a scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a message shows it. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isRecord(value)) return "a mapping";
  if (typeof value === "string") {
    return value === ""
      ? "empty text"
      : `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  }
  return value === null || value === undefined ? "nothing" : JSON.stringify(value);
}

function expect(isRight: (value: unknown) => boolean, allowed: string): Rule {
  return (value, path, found) => {
    if (!isRight(value)) found.push({ path, problem: `got ${describe(value)}`, allowed });
  };
}

/** Text; numbers are refused because YAML turns unquoted digits into them and loses zeros. */
export const text: Rule = (value, path, found) => {
  if (typeof value === "string" && value.trim() !== "") return;
  const isNumber = typeof value === "number";
  const allowed = isNumber ? `text; put it in quotes: "${value}"` : "text that is not empty";
  found.push({ path, problem: `got ${describe(value)}`, allowed });
};

export const flag = expect((value) => typeof value === "boolean", "true or false");

export const positiveInteger = expect(
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
  "a whole number above 0",
);

export const price = expect(
  (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
  "a number, 0 or more (US dollars per million tokens)",
);

export const anyRecord = expect(isRecord, "a mapping");

/** An absolute http or https URL. */
export const url = expect(
  (value) => typeof value === "string" && /^https?:\/\/\S+$/i.test(value),
  "a URL that starts with http:// or https://",
);

/** One of a closed set of words. */
export function oneOf(words: readonly string[]): Rule {
  return (value, path, found) => {
    if (typeof value === "string" && words.includes(value)) return;
    const meant = typeof value === "string" ? nearestNames(value, words, 1)[0] : undefined;
    const problem = `got ${describe(value)}${meant ? `, did you mean "${meant}"?` : ""}`;
    found.push({ path, problem, allowed: `one of ${words.join(", ")}` });
  };
}

/** A list whose items all follow `item`. */
export function listOf(item: Rule): Rule {
  return (value, path, found) => {
    if (!Array.isArray(value)) {
      found.push({ path, problem: `got ${describe(value)}`, allowed: "a list" });
      return;
    }
    for (const [index, entry] of value.entries()) item(entry, [...path, index], found);
  };
}

/** A list with at least one item, all of which follow `item`. */
export function nonEmptyListOf(item: Rule): Rule {
  const list = listOf(item);
  return (value, path, found) => {
    if (!Array.isArray(value) || value.length > 0) list(value, path, found);
    else found.push({ path, problem: "the list is empty", allowed: "a list with an item" });
  };
}

/** A mapping with free keys whose values all follow `item`. */
export function recordOf(item: Rule, key?: Rule): Rule {
  return (value, path, found) => {
    if (!isRecord(value)) {
      found.push({ path, problem: `got ${describe(value)}`, allowed: "a mapping" });
      return;
    }
    for (const [name, entry] of Object.entries(value)) {
      key?.(name, [...path, name], found);
      item(entry, [...path, name], found);
    }
  };
}

/** A mapping with known keys. A key without a value counts as absent, as people write it in YAML. */
export function object(
  fields: Readonly<Record<string, Rule>>,
  required: readonly string[] = [],
): Rule {
  const names = Object.keys(fields);
  return (value, path, found) => {
    if (!isRecord(value)) {
      found.push({ path, problem: `got ${describe(value)}`, allowed: "a mapping" });
      return;
    }
    for (const [name, entry] of Object.entries(value)) {
      const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (rule === undefined) found.push(unknownKey(name, names, path));
      else if (entry !== null && entry !== undefined) rule(entry, [...path, name], found);
    }
    for (const name of required) {
      if (value[name] !== null && value[name] !== undefined) continue;
      found.push({ path, problem: `"${name}" is missing`, allowed: `"${name}" is required` });
    }
  };
}

function unknownKey(name: string, names: readonly string[], path: Path): Problem {
  const meant = nearestNames(name, names, 1)[0];
  const problem = `unknown key "${name}"${meant ? `, did you mean "${meant}"?` : ""}`;
  return { path: [...path, name], problem, allowed: `keys here: ${names.join(", ")}` };
}

/** A path as people write it: `providers.ollama.models[0].id`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[\w-]+$/.test(part)) return `${text}["${part}"]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}
