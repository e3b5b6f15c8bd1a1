// Owns the text form of an apply_patch call: the envelope, file headers and their bodies become file
// operations, or one message says which line is wrong. It sees no file.

import type { FilePatch } from "../patch/plan-patch.ts";

export type ApplyPatchParse =
  | { readonly ok: true; readonly patches: readonly FilePatch[] }
  | { readonly ok: false; readonly message: string };

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const END_OF_FILE = "*** End of File";
const HEADER = /^\*\*\* (Add|Delete|Update) File: (.+)$/u;
const MOVE = /^\*\*\* Move to: (.+)$/u;

/** A line of the patch with its number, from 1. */
interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** Reads a whole patch, with or without a heredoc around it. */
export function parseApplyPatch(input: string): ApplyPatchParse {
  const lines = unwrapHeredoc(input.trim())
    .split("\n")
    .map((line) => line.replace(/\r$/u, ""));
  if (lines[0]?.trim() !== BEGIN) return fail(`The first line of the patch must be '${BEGIN}'`);
  if (lines.length < 2 || lines.at(-1)?.trim() !== END)
    return fail(`The last line of the patch must be '${END}'`);
  const body = lines.slice(1, -1).map((text, index) => ({ number: index + 2, text }));
  const patches: FilePatch[] = [];
  let at = 0;
  while (at < body.length) {
    const line = body[at];
    if (line === undefined || line.text.trim() === "") {
      at++;
      continue;
    }
    const header = HEADER.exec(line.text.trim());
    if (header === null) return fail(describeBadHeader(line));
    const end = findSectionEnd(body, at + 1);
    const section = makePatch(header[1] ?? "", (header[2] ?? "").trim(), body.slice(at + 1, end));
    if (typeof section === "string") return fail(section);
    patches.push(section);
    at = end;
  }
  return { ok: true, patches };
}

/** Index of the next header; only lines that start with `***` can be one, all else is content. */
function findSectionEnd(body: readonly NumberedLine[], from: number): number {
  const end = body.findIndex(
    ({ text }, index) =>
      index >= from &&
      text.startsWith("***") &&
      text.trimEnd() !== END_OF_FILE &&
      !(index === from && MOVE.test(text)),
  );
  return end === -1 ? body.length : end;
}

/** The operation of one section, or what is wrong with it. */
function makePatch(verb: string, path: string, lines: readonly NumberedLine[]): FilePatch | string {
  if (verb === "Add") return makeCreation(path, lines);
  if (verb === "Delete") {
    const stray = lines.find(({ text }) => text.trim() !== "");
    return stray === undefined ? { path, op: "delete" } : describeBadHeader(stray);
  }
  const target = MOVE.exec(lines[0]?.text ?? "");
  const hunks = target === null ? lines : lines.slice(1);
  const diff = hunks.map(({ text }) => text).join("\n");
  const rename = target?.[1]?.trim();
  return rename === undefined ? { path, op: "update", diff } : { path, op: "update", rename, diff };
}

function makeCreation(path: string, lines: readonly NumberedLine[]): FilePatch | string {
  const filled = lines.findLastIndex(({ text }) => text.trim() !== "");
  const content = lines.slice(0, filled + 1);
  const stray = content.find(({ text }) => !text.startsWith("+"));
  if (stray !== undefined) {
    return `Line ${stray.number}: '${stray.text}' is not valid in a new file; each of its lines starts with '+'`;
  }
  return { path, op: "create", diff: content.map(({ text }) => `${text.slice(1)}\n`).join("") };
}

function unwrapHeredoc(input: string): string {
  const match =
    /^(?:(?:cat|apply_patch)\s+)?<<-?\s*(['"]?)(\w+)\1[ \t]*\r?\n([\s\S]*)\n[ \t]*\2$/u.exec(input);
  return match?.[3]?.trim() ?? input;
}

function describeBadHeader({ number, text }: NumberedLine): string {
  return `Line ${number}: '${text.trim()}' is not a valid hunk header. Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'`;
}

function fail(message: string): ApplyPatchParse {
  return { ok: false, message };
}
