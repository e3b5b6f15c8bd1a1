// Contract G2: a hashline edit equals what an independent reading of it gives, byte for byte, in every
// encoding and with every line ending, or it is refused and no byte is written.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { TextDocument } from "../document/text-document.ts";
import type { FileState } from "../multi-file/file-system.ts";
import {
  asciiLine,
  byteForm,
  lineList,
  toLatin1,
  uniformEnding,
  UTF8,
} from "../testing/arbitrary-text.ts";
import {
  expectLines,
  opsFor,
  writeOps,
  type ExpectedLine,
  type OracleOp,
} from "../testing/hashline-oracle.ts";
import { escapePayloadLine } from "./hashline-op.ts";
import { formatHashlineHeader } from "./hashline-header.ts";
import { parseHashline } from "./parse-hashline.ts";
import { planHashline } from "./plan-hashline.ts";
import { PATIENT, runs } from "../testing/property.ts";

const PATH = "some dir/file #1.txt";

function plan(bytes: Uint8Array, text: string, ops: readonly OracleOp[]) {
  const hash = TextDocument.fromText(text).hash;
  const input = `${formatHashlineHeader(PATH, hash)}\n${writeOps(ops, escapePayloadLine)}\n`;
  const parsed = parseHashline(input);
  if (!parsed.ok) throw new Error(`${parsed.message}\n${input}`);
  expect(parsed.warnings).toEqual([]);
  const state: FileState = { kind: "file", bytes };
  return planHashline(parsed.sections, (path) => (path === PATH ? state : { kind: "missing" }), {
    blockGenerated: false,
  });
}

function textOf(line: ExpectedLine, old: readonly string[]): string {
  return "text" in line ? line.text : (old[line.old - 1] ?? "");
}

/** A file's texts and operations that fit it. */
const editedLines = lineList.chain((texts) =>
  fc.record({ texts: fc.constant([...texts, ""]), ops: opsFor(texts.length + 1) }),
);

test(
  "files with one kind of line ending, in every Unicode encoding",
  () => {
    fc.assert(
      fc.property(
        editedLines,
        uniformEnding,
        byteForm,
        fc.boolean(),
        ({ texts, ops }, wanted, form, isCut) => {
          // At the start of a file this character is the byte order mark, no text.
          fc.pre(ops.length > 0 && !texts[0]?.startsWith("\ufeff"));
          const old = isCut && texts.length > 1 ? texts.slice(0, -1) : texts;
          const fitting =
            ops.every((op) => op.kind !== "range" || op.end <= old.length) &&
            ops.every(
              (op) =>
                op.kind !== "insert" || typeof op.anchor === "string" || op.anchor <= old.length,
            );
          fc.pre(fitting);
          // Without a line break in the file, new ones are line feeds.
          const ending = old.length > 1 ? wanted : "\n";
          const text = old.join(ending);
          const bytes = form.toBytes(text);
          const outcome = plan(bytes, text, ops);
          const expected = expectLines(old, ops)
            .map((line) => textOf(line, old))
            .join(ending);
          if (outcome.ok) {
            expect(outcome.plan.steps).toEqual([
              { kind: "update", path: PATH, before: bytes, after: form.toBytes(expected) },
            ]);
          } else {
            const allowed =
              expected === text ? ["no-change"] : text.includes("\u0000") ? ["undecodable"] : [];
            expect(allowed).toContain(outcome.reason);
          }
        },
      ),
      runs(1500),
    );
  },
  PATIENT,
);

const mixedLines = fc.array(fc.tuple(asciiLine, fc.constantFrom("\n", "\r\n", "\r")), {
  maxLength: 10,
});

test(
  "files with mixed line endings: every untouched line keeps its own, in UTF-8 and as bytes",
  () => {
    const edited = mixedLines.chain((lines) =>
      fc.record({
        lines: fc.constant(lines),
        last: asciiLine,
        ops: opsFor(lines.length + 1),
        isByte: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(edited, ({ lines, last, ops, isByte }) => {
        const head = isByte ? "caf\u00e9 \u00ff" : "start";
        const text = `${head}\r\n${lines.map(([line, ending]) => line + ending).join("")}${last}`;
        const old = tokenize(text);
        fc.pre(ops.length > 0 && old.length === lines.length + 2);
        const bytes = isByte ? toLatin1(text) : UTF8.toBytes(text);
        const shifted = ops.map(shiftByOne);
        const outcome = plan(bytes, text, shifted);
        if (!outcome.ok) {
          expect(["no-change", "line-endings", "unencodable"]).toContain(outcome.reason);
          return;
        }
        const [step] = outcome.plan.steps;
        const after = step?.kind === "update" ? step.after : new Uint8Array();
        const result = tokenize(
          isByte
            ? Buffer.from(after).toString("latin1")
            : new TextDecoder("utf-8", { ignoreBOM: true }).decode(after),
        );
        const expected = expectLines(
          old.map(([line]) => line),
          shifted,
        );
        expect(result.map(([line]) => line)).toEqual(
          expected.map((line) =>
            textOf(
              line,
              old.map(([old]) => old),
            ),
          ),
        );
        for (const [index, line] of expected.entries()) {
          if (!("old" in line) || index === expected.length - 1) continue;
          const ending = old[line.old - 1]?.[1] ?? "";
          if (ending !== "") expect(result[index]?.[1]).toBe(ending);
        }
      }),
      runs(1000),
    );
  },
  PATIENT,
);

/** Texts and endings, cut by a regular expression instead of the code under test. */
function tokenize(text: string): [text: string, ending: string][] {
  const tokens = [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/gu)].map((match): [string, string] => [
    match[1] ?? "",
    match[2] ?? "",
  ]);
  const isDoubled = tokens.length > 1 && tokens.at(-2)?.[1] === "";
  return isDoubled ? tokens.slice(0, -1) : tokens;
}

/** The first line of the mixed files is fixed, so that a byte file stays one. */
function shiftByOne(op: OracleOp): OracleOp {
  if (op.kind === "range") return { ...op, start: op.start + 1, end: op.end + 1 };
  return typeof op.anchor === "number" ? { ...op, anchor: op.anchor + 1 } : op;
}
