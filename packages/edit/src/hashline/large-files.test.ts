// Contract: size changes nothing: a line of 500 kB and a file of 100,000 lines are edited exactly.

import { describe, expect, test } from "bun:test";
import { TextDocument } from "../document/text-document.ts";
import { applyReplace } from "../replace/apply-replace.ts";
import { applyHunks } from "../patch/apply-hunks.ts";
import { applyHashline } from "./apply-hashline.ts";
import type { HashlineOp } from "./hashline-op.ts";
import { parseHashline } from "./parse-hashline.ts";
import { PATIENT } from "../testing/property.ts";

const LONG = "x\u{1f600}".repeat(166_667);
const MANY = Array.from({ length: 100_000 }, (_, index) => `line ${index} of many`);

function replaceLines(document: TextDocument, body: string): string {
  const parsed = parseHashline(`¶f#${document.hash}\n${body}`);
  if (!parsed.ok || parsed.sections[0] === undefined) throw new Error("unparsable");
  const outcome = applyHashline(document, parsed.sections[0]);
  return outcome.ok ? outcome.document.text : outcome.message;
}

describe("a line of 500 kB", () => {
  const document = TextDocument.fromText(`a\r\n${LONG}\r\nb`);
  test(
    "next to an edit",
    () => {
      expect(replaceLines(document, "3:B") === `a\r\n${LONG}\r\nB`).toBe(true);
    },
    PATIENT,
  );
  test(
    "as payload",
    () => {
      expect(replaceLines(document, `1:${LONG}`) === `${LONG}\r\n${LONG}\r\nb`).toBe(true);
    },
    PATIENT,
  );
  test(
    "edited inside by replace",
    () => {
      const outcome = applyReplace(TextDocument.fromText(`${LONG}!${LONG}\n`), "f", [
        { old_text: "!", new_text: "?" },
      ]);
      expect(outcome.ok && outcome.document.text === `${LONG}?${LONG}\n`).toBe(true);
    },
    PATIENT,
  );
  test(
    "in a refusal is cut",
    () => {
      const outcome = applyHashline(document, { path: "f", fileHash: "0000", ops: [deletion(2)] });
      expect(outcome.ok ? 0 : outcome.message.length).toBeLessThan(1000);
      const missing = applyReplace(document, "f", [
        { old_text: LONG.slice(1), new_text: "" },
        { old_text: `${LONG}?`, new_text: "" },
      ]);
      expect(missing.ok ? 0 : missing.message.length).toBeLessThan(2000);
    },
    PATIENT,
  );
});

function deletion(line: number): HashlineOp {
  return { kind: "delete", start: line, end: line, inputLine: line };
}

describe("100,000 lines", () => {
  const document = TextDocument.fromText(MANY.join("\n"));
  test(
    "one edit",
    () => {
      expect(replaceLines(document, "50000:x") === MANY.with(49_999, "x").join("\n")).toBe(true);
    },
    PATIENT,
  );
  test(
    "50,000 edits at once",
    () => {
      const ops = MANY.flatMap((_, index) => (index % 2 === 0 ? deletion(index + 1) : []));
      const outcome = applyHashline(document, { path: "f", fileHash: document.hash, ops });
      const expected = MANY.filter((_, index) => index % 2 === 1).join("\n");
      expect(outcome.ok && outcome.document.text === expected).toBe(true);
    },
    PATIENT,
  );
  test(
    "a hunk",
    () => {
      const outcome = applyHunks(document, "f", "@@\n-line 99998 of many\n+x\n");
      expect(outcome.ok && outcome.document.text === MANY.with(99_998, "x").join("\n")).toBe(true);
    },
    PATIENT,
  );
  test(
    "text that is not there",
    () => {
      const wanted = Array.from({ length: 50 }, (_, index) => `line ${index} of few`).join("\n");
      const outcome = applyReplace(document, "f", [{ old_text: wanted, new_text: "" }]);
      expect(outcome.ok ? "" : outcome.message).toStartWith(
        "Could not find a close enough match in f.",
      );
    },
    PATIENT,
  );
});
