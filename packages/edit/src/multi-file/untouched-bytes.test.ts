// Contract G2: whatever bytes a file has around the line that changes, in whatever encoding and with
// whatever line endings, they are the same after an edit by any engine, or the edit is refused.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { applyHashline } from "../hashline/apply-hashline.ts";
import { applyHunks } from "../patch/apply-hunks.ts";
import { applyReplace } from "../replace/apply-replace.ts";
import { decodeDocument, encodeDocument } from "../document/document-bytes.ts";
import type { TextDocument } from "../document/text-document.ts";
import type { EditOutcome } from "../outcome.ts";
import { PATIENT, runs } from "../testing/property.ts";

const OLD = "the line that changes";
const NEW = "what it becomes";

const ENGINES: Readonly<Record<string, (document: TextDocument, line: number) => EditOutcome>> = {
  hashline: (document, line) =>
    applyHashline(document, {
      path: "f",
      fileHash: document.hash,
      ops: [{ kind: "replace", start: line, end: line, payload: [NEW], inputLine: 1 }],
    }),
  replace: (document) => applyReplace(document, "f", [{ old_text: OLD, new_text: NEW }]),
  patch: (document) => applyHunks(document, "f", `@@\n-${OLD}\n+${NEW}\n`),
};

/** Bytes of lines in all sorts of encodings, line ends of all sorts between them. */
const noise = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          [10],
          [13, 10],
          [13],
          [12],
          [0xc2, 0xa0],
          [0xf0, 0x9f, 0x98, 0x80],
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom([0xe9], [0x80], [0xff], [0x41], [0xe2, 0x80, 0x8b], [0x1b]),
      },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 255 }).map((byte) => [byte]) },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.flat());

const ending = fc.constantFrom([10], [13, 10], [13]);

test.each(Object.keys(ENGINES))(
  "%s",
  (name) => {
    let edited = 0;
    fc.assert(
      fc.property(noise, ending, ending, noise, (head, before, after, tail) => {
        const prefix = [...head, ...before];
        // Together these would be one line break.
        fc.pre(!(after.at(-1) === 13 && tail[0] === 10));
        const suffix = [...after, ...tail];
        const bytes = Uint8Array.from([...prefix, ...Buffer.from(OLD), ...suffix]);
        const decoded = decodeDocument(bytes);
        if (!decoded.ok) return;
        const { document } = decoded;
        const line = document.lines.findIndex(({ text }) => text === OLD) + 1;
        fc.pre(line > 0);
        const outcome = ENGINES[name]?.(document, line);
        // A patch gives new lines the dominant ending, and a CR before an LF would be another line break.
        if (name === "patch" && outcome?.ok === false && outcome.reason === "line-endings") return;
        if (outcome?.ok !== true) throw new Error(outcome?.message);
        const result = encodeDocument(outcome.document);
        expect([...result.subarray(0, prefix.length)]).toEqual(prefix);
        expect(
          new TextDecoder().decode(result.subarray(prefix.length, prefix.length + NEW.length)),
        ).toBe(NEW);
        const rest = [...result.subarray(prefix.length + NEW.length)];
        const kept = name === "patch" ? suffix.slice(after.length) : suffix;
        expect(rest.slice(rest.length - kept.length)).toEqual(kept);
        if (name !== "patch") expect(rest.length).toBe(kept.length);
        edited++;
      }),
      runs(700),
    );
    expect(edited).toBeGreaterThan(300);
  },
  PATIENT,
);
