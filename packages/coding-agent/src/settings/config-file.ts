// Reads and changes a settings file (YAML, JSON with or without comments) without losing what a person
// wrote there: comments, order and keys we do not know stay.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { writeFileAtomically } from "../platform/atomic-file.ts";
import { isTable } from "./setting.ts";

/** What a settings file gave. A missing file is an empty one. */
export type ConfigRead =
  | { readonly ok: true; readonly values: Record<string, unknown> }
  | { readonly ok: false; readonly path: string; readonly line?: number; readonly problem: string };

/** Reads a settings file; never throws. */
export async function readConfigFile(path: string): Promise<ConfigRead> {
  let text: string;
  try {
    const read = readRegularFile(path);
    if (read === undefined) return { ok: false, path, problem: "is no regular file" };
    text = read;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? { ok: true, values: {} }
      : { ok: false, path, problem: `cannot be read: ${message}` };
  }
  return parseConfig(text, path);
}

/** The text of a file; undefined for what is none. A pipe in its place does not make omp wait. */
function readRegularFile(path: string): string | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return fstatSync(fd).isFile() ? readFileSync(fd, "utf8") : undefined;
  } finally {
    closeSync(fd);
  }
}

/** Parses a settings text by the ending of its file name. */
export async function parseConfig(text: string, path: string): Promise<ConfigRead> {
  try {
    const value: unknown = isJson(path) ? Bun.JSONC.parse(text) : Bun.YAML.parse(text);
    if (value === null || value === undefined) return { ok: true, values: {} };
    if (isTable(value)) return { ok: true, values: value };
    return { ok: false, path, line: 1, problem: "must be a table of settings (key: value)" };
  } catch (error) {
    const line = await findErrorLine(text);
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, path, problem, ...(line !== undefined && { line }) };
  }
}

/** Sets (or, with undefined, removes) dotted keys in a YAML file; all else keeps its meaning. `groups` have keys below. */
export async function changeConfigFile(
  path: string,
  changes: ReadonlyMap<string, unknown>,
  groups: ReadonlySet<string> = new Set(),
): Promise<ConfigRead> {
  const read = await readConfigFile(path);
  if (!read.ok) return read;
  const { parseDocument } = await import("yaml");
  const text = readOrEmpty(path);
  const document = parseDocument(text);
  for (const [key, value] of changes) {
    const at = placeOf(document, key, groups.has(key));
    if (value === undefined) removeAt(document, at);
    else if (typeof value === "object") document.setIn(at, document.createNode(value));
    // A plain value goes into the node that stands there, which keeps its comment.
    else document.setIn(at, value);
  }
  writeFileAtomically(path, document.contents === null ? "" : document.toString());
  return readConfigFile(path);
}

/** Where a key stands, in whichever form; else where it belongs, flat where a plain value or other keys are in the way. */
function placeOf(document: EditableDocument, key: string, isGroup: boolean): string[] {
  const parts = key.split(".");
  const forms = parts.map((_, at) => [...parts.slice(0, at), parts.slice(at).join(".")]);
  const isThere = (form: readonly string[]): boolean => {
    const node = document.getIn(form);
    return node !== undefined && !(isGroup && isCollection(node));
  };
  const isFree = (form: readonly string[]): boolean =>
    document.getIn(form) === undefined &&
    form.every((_, at) => at === 0 || isOpen(document.getIn(form.slice(0, at))));
  return forms.find(isThere) ?? forms.findLast(isFree) ?? parts;
}

/** Whether keys can be put below this. */
function isOpen(node: unknown): boolean {
  return node === undefined || node === null || isCollection(node);
}

function isCollection(node: unknown): boolean {
  return typeof node === "object" && node !== null && "items" in node;
}

interface EditableDocument {
  deleteIn(path: readonly string[]): boolean;
  getIn(path: readonly string[], keepScalar?: boolean): unknown;
}

/** Removes a key, and the tables that become empty by it. */
function removeAt(document: EditableDocument, path: readonly string[]): void {
  if (document.getIn(path) === undefined) return;
  document.deleteIn(path);
  const parent = path.slice(0, -1);
  if (parent.length === 0) return;
  const left = document.getIn(parent, true) as { items?: unknown[] } | undefined;
  if (left?.items?.length === 0) removeAt(document, parent);
}

/** The lines on which keys stand, for those that can be found. */
export async function findKeyLines(
  path: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { LineCounter, parseDocument, isMap } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(readOrEmpty(path), { lineCounter });
  const lineOf = (node: unknown, rest: string): number | undefined => {
    if (!isMap(node)) return undefined;
    for (const { key, value } of node.items) {
      const { value: name, range } = key as { value?: unknown; range?: readonly number[] };
      if (name === rest) return lineCounter.linePos(range?.[0] ?? 0).line;
      const below = typeof name === "string" && rest.startsWith(`${name}.`);
      const found = below ? lineOf(value, rest.slice(name.length + 1)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const lines = keys.map((key) => [key, lineOf(document.contents, key)] as const);
  return new Map(lines.filter((line): line is [string, number] => line[1] !== undefined));
}

async function findErrorLine(text: string): Promise<number | undefined> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const [first] = parseDocument(text, { lineCounter }).errors;
  return first === undefined ? undefined : lineCounter.linePos(first.pos[0]).line;
}

function isJson(path: string): boolean {
  return /^\.json[c5]?$/.test(extname(path));
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // readConfigFile has just told a missing file from an unreadable one; this one is missing.
    return "";
  }
}
