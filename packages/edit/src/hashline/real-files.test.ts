// Contract: real files, edited at random lines by every kind of operation and edited back, have their
// bytes back; lines that no edit named never change.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeDocument, encodeDocument } from "../document/document-bytes.ts";
import type { TextDocument } from "../document/text-document.ts";
import type { LineChange } from "../outcome.ts";
import { sampleRealFiles } from "../testing/real-files.ts";
import { applyHashline } from "./apply-hashline.ts";
import { escapePayloadLine } from "./hashline-op.ts";
import { parseHashline } from "./parse-hashline.ts";
import { PATIENT, runs } from "../testing/property.ts";

const FILES = sampleRealFiles(300);

function applyBody(
  document: TextDocument,
  body: string,
): { document: TextDocument; changes: readonly LineChange[] } {
  const parsed = parseHashline(`¶f#${document.hash}\n${body}\n`);
  if (!parsed.ok || parsed.sections[0] === undefined)
    throw new Error(parsed.ok ? "no section" : parsed.message);
  const outcome = applyHashline(document, parsed.sections[0]);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

/** The operations that turn an edited file back, written against its new text. */
function undoBody(changes: readonly LineChange[]): string {
  const ops = changes.map(({ newStart, newLines, oldLines }) => {
    const payload = oldLines.map(({ text }) => escapePayloadLine(text)).join("\n");
    if (newLines.length === 0) return `${newStart}↑${payload}`;
    const range = `${newStart}-${newStart + newLines.length - 1}`;
    return oldLines.length === 0 ? `${range}!` : `${range}:${payload}`;
  });
  return ops.join("\n");
}

/** A replaced first line with trailing blanks cannot be written back: the format trims that line. */
function canBeUndone(changes: readonly LineChange[]): boolean {
  return changes.every(({ oldLines }) => !/[ \t]$/u.test(oldLines[0]?.text ?? ""));
}

test("there is something to edit", () => {
  expect(FILES.length).toBeGreaterThan(100);
});

test("every real file decodes to its bytes or is refused", () => {
  for (const { bytes } of FILES) {
    const decoded = decodeDocument(bytes);
    if (decoded.ok) expect(Buffer.compare(encodeDocument(decoded.document), bytes)).toBe(0);
  }
});

describe("random edits", () => {
  const place = fc.double({ min: 0, max: 0.999, noNaN: true });
  const edit = fc.record({
    place,
    kind: fc.constantFrom("replace", "delete", "insert"),
    length: fc.integer({ min: 1, max: 3 }),
  });

  test(
    "undone give the same bytes",
    () => {
      let edited = 0;
      const file = fc.constantFrom(...FILES);
      fc.assert(
        fc.property(file, edit, ({ bytes }, { place, kind, length }) => {
          const decoded = decodeDocument(bytes);
          fc.pre(decoded.ok && decoded.document.contentLineCount > length);
          if (!decoded.ok) return;
          const { document } = decoded;
          // The last line stays: an undo cannot tell how a file without final break once ended.
          const start = 1 + Math.floor(place * (document.contentLineCount - length));
          const bodies = {
            replace: `${start}-${start + length - 1}:new\n\tlines`,
            delete: `${start}-${start + length - 1}!`,
            insert: `${start}↓new`,
          };
          const { document: after, changes } = applyBody(document, bodies[kind]);
          const kept = document.lines.filter(
            (_, index) => kind === "insert" || index < start - 1 || index >= start - 1 + length,
          );
          const present = new Set(after.lines);
          expect(kept.every((line) => present.has(line))).toBe(true);
          fc.pre(canBeUndone(changes) && isUniform(document));
          const back = applyBody(after, undoBody(changes)).document;
          expect(Buffer.compare(encodeDocument(back), bytes)).toBe(0);
          edited++;
        }),
        { ...runs(400), maxSkipsPerRun: 20 },
      );
      expect(edited).toBeGreaterThan(200);
    },
    PATIENT,
  );
});

/** Undoing a deletion by hand cannot know which of several endings the deleted lines had. */
function isUniform(document: TextDocument): boolean {
  return new Set(document.lines.map(({ ending }) => ending)).size <= 2;
}
