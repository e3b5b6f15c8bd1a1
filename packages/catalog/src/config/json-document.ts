// Reads JSON with comments and trailing commas, remembering where every part stands. Written out
// because JSON.parse keeps the last of two equal keys in silence and forgets all places.
import { duplicateKey, type ReadDocument, type SyntaxProblem } from "./document.ts";
import type { Path } from "./rules.ts";
import { placeOf } from "./text-place.ts";

class JsonError extends Error {
  constructor(
    readonly problem: string,
    readonly offset: number,
    readonly path: Path,
  ) {
    super(problem);
  }
}

const SKIP = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const DEEPEST = 100;

interface Reader {
  source: string;
  at: number;
  starts: Map<string, number>;
  problems: SyntaxProblem[];
}

const keyOf = (path: Path): string => JSON.stringify(path);

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.source)?.[0];
  if (match !== undefined) reader.at += match.length;
  return match;
}

function next(reader: Reader): string {
  take(reader, SKIP);
  return reader.source[reader.at] ?? "";
}

function fail(reader: Reader, expected: string, path: Path): never {
  const found = reader.source[reader.at];
  const got = found === undefined ? "the end of the file" : `"${found}"`;
  throw new JsonError(`expected ${expected}, found ${got}`, reader.at, path);
}

function readText(reader: Reader, path: Path): string {
  const raw = take(reader, TEXT);
  if (raw === undefined) fail(reader, "text in double quotes", path);
  try {
    return JSON.parse(raw) as string;
  } catch {
    throw new JsonError("a bad escape in a text", reader.at - raw.length, path);
  }
}

function readObject(reader: Reader, path: Path): Record<string, unknown> {
  const entries = new Map<string, unknown>();
  reader.at++;
  while (next(reader) !== "}") {
    const start = reader.at;
    const key = readText(reader, path);
    const here = [...path, key];
    const first = reader.starts.get(keyOf(here));
    if (entries.has(key) && first !== undefined) {
      const firstLine = placeOf(reader.source, first).line;
      reader.problems.push(duplicateKey(here, placeOf(reader.source, start), firstLine));
    } else reader.starts.set(keyOf(here), start);
    if (next(reader) !== ":") fail(reader, 'a ":"', here);
    reader.at++;
    entries.set(key, readValue(reader, here));
    if (next(reader) === ",") reader.at++;
    else if (next(reader) !== "}") fail(reader, 'a "," or "}"', path);
  }
  reader.at++;
  return Object.fromEntries(entries);
}

function readList(reader: Reader, path: Path): unknown[] {
  const items: unknown[] = [];
  reader.at++;
  while (next(reader) !== "]") {
    const here = [...path, items.length];
    reader.starts.set(keyOf(here), reader.at);
    items.push(readValue(reader, here));
    if (next(reader) === ",") reader.at++;
    else if (next(reader) !== "]") fail(reader, 'a "," or "]"', path);
  }
  reader.at++;
  return items;
}

function readValue(reader: Reader, path: Path): unknown {
  if (path.length > DEEPEST) throw new JsonError("nested too deeply", reader.at, path);
  const opening = next(reader);
  if (opening === "{") return readObject(reader, path);
  if (opening === "[") return readList(reader, path);
  if (opening === '"') return readText(reader, path);
  const word = take(reader, WORD);
  return word === undefined ? fail(reader, "a value", path) : JSON.parse(word);
}

/** Reads JSON or JSONC. */
export function readJsonDocument(text: string): ReadDocument {
  const source = text.replace(/^\uFEFF/, " ");
  const reader: Reader = { source, at: 0, starts: new Map([[keyOf([]), 0]]), problems: [] };
  let value: unknown = null;
  try {
    value = next(reader) === "" ? null : readValue(reader, []);
    if (next(reader) !== "") fail(reader, "nothing more", []);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { problem, offset, path } = error;
    reader.problems.push({ path, ...placeOf(source, offset), problem, allowed: "valid JSON" });
  }
  return {
    value,
    problems: reader.problems,
    locate(path) {
      for (let length = path.length; length > 0; length--) {
        const start = reader.starts.get(keyOf(path.slice(0, length)));
        if (start !== undefined) return placeOf(source, start);
      }
      return placeOf(source, 0);
    },
  };
}
