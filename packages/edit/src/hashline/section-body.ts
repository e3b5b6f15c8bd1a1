// Owns the body of one section: operation lines and the payload lines that follow them.

import { findTargetClash } from "./op-targets.ts";
import { readOpLine, unescapePayloadLine, type HashlineOp, type OpLine } from "./hashline-op.ts";

/** The operations of a section, or what is wrong with it. */
export type SectionBody =
  | { readonly ok: true; readonly ops: readonly HashlineOp[] }
  | { readonly ok: false; readonly message: string };

/** Reads the lines between a header and the next. */
export function parseSectionBody(lines: readonly string[]): SectionBody {
  const ops: HashlineOp[] = [];
  let payload: string[] | undefined;
  for (const [index, line] of lines.entries()) {
    const inputLine = index + 1;
    const opLine = readOpLine(line);
    if (opLine === undefined) {
      if (payload !== undefined) payload.push(unescapePayloadLine(line));
      else if (line.trim() !== "") return fail(inputLine, describeStray(line));
      continue;
    }
    const problem = findOpProblem(opLine);
    if (problem !== undefined) return fail(inputLine, problem);
    payload =
      opLine.sigil === "!"
        ? undefined
        : [unescapePayloadLine(opLine.inline.replace(/[ \t]+$/u, ""))];
    ops.push(makeOp(opLine, payload ?? [], inputLine));
  }
  const clash = findTargetClash(ops);
  return clash === undefined ? { ok: true, ops } : { ok: false, message: clash };
}

function makeOp(line: OpLine, payload: readonly string[], inputLine: number): HashlineOp {
  const { anchor, sigil } = line;
  if (sigil === "↑" || sigil === "↓") {
    const target = typeof anchor === "string" ? anchor : anchor.start;
    return {
      kind: "insert",
      anchor: target,
      side: sigil === "↑" ? "before" : "after",
      payload,
      inputLine,
    };
  }
  const { start, end } = typeof anchor === "string" ? { start: 1, end: 1 } : anchor;
  return sigil === "!"
    ? { kind: "delete", start, end, inputLine }
    : { kind: "replace", start, end, payload, inputLine };
}

function findOpProblem({ anchor, sigil, inline }: OpLine): string | undefined {
  if (typeof anchor !== "string") {
    const range = `${anchor.start}-${anchor.end}`;
    if (anchor.end < anchor.start) return `range ${range} ends before it starts.`;
    if (anchor.isRange && (sigil === "↑" || sigil === "↓")) {
      return `${sigil} takes one line, not the range ${range}.`;
    }
  }
  if (sigil === "!" && inline.trim() !== "") {
    return "! deletes only. Payload is forbidden after !; use : to replace.";
  }
  return undefined;
}

function describeStray(line: string): string {
  const got = `Got ${JSON.stringify(line)}.`;
  return /^[ \t]*[↑↓:!@«»-]/u.test(line)
    ? `unrecognized op. Use LINE↑ (insert before), LINE↓ (insert after), LINE: / A-B: (replace), or LINE! / A-B! (delete). ${got}`
    : `payload line has no preceding ↑, ↓, :, or ! operation. ${got}`;
}

function fail(inputLine: number, problem: string): SectionBody {
  return { ok: false, message: `line ${inputLine}: ${problem}` };
}
