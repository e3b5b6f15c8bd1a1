// Owns a second, naive reading of hashline operations, bottom-up on an array, as the specification
// tells it. It shares no code with the engine; only tests import it.

import fc from "fast-check";
import { payloadLines } from "./arbitrary-text.ts";

/** An operation before it becomes input text. */
export type OracleOp =
  | {
      readonly kind: "insert";
      readonly anchor: number | "BOF" | "EOF";
      readonly sigil: "↑" | "↓";
      readonly payload: string[];
    }
  | {
      readonly kind: "range";
      readonly start: number;
      readonly end: number;
      readonly payload: string[] | undefined;
    };

const wish = fc.record({
  kind: fc.constantFrom("range", "delete", "before", "after", "BOF", "EOF"),
  at: fc.nat(30),
  length: fc.nat(3),
  payload: payloadLines,
  sigil: fc.constantFrom("↑", "↓"),
});

/** Operations that fit a file of `lineCount` lines and do not clash. */
export function opsFor(lineCount: number): fc.Arbitrary<OracleOp[]> {
  return fc.array(wish, { minLength: 1, maxLength: 6 }).map((wishes) => {
    const claimed = new Set<number>();
    const gaps = new Set<number>();
    const ops: OracleOp[] = [];
    for (const { kind, at, length, payload, sigil } of wishes) {
      const start = (at % lineCount) + 1;
      if (kind === "BOF" || kind === "EOF") {
        ops.push({ kind: "insert", anchor: kind, sigil, payload });
      } else if (kind === "before" || kind === "after") {
        const gap = kind === "before" ? start - 1 : start;
        if (claimed.has(gap) && claimed.has(gap + 1)) continue;
        gaps.add(gap);
        ops.push({ kind: "insert", anchor: start, sigil: kind === "before" ? "↑" : "↓", payload });
      } else {
        const end = Math.min(start + length, lineCount);
        const lines = Array.from({ length: end - start + 1 }, (_, index) => start + index);
        // One line of distance keeps neighbouring ranges apart for the gap test above.
        if (
          lines.some((line) => claimed.has(line) || claimed.has(line - 1) || claimed.has(line + 1))
        )
          continue;
        if (lines.some((line) => line < end && gaps.has(line))) continue;
        for (const line of lines) claimed.add(line);
        ops.push({ kind: "range", start, end, payload: kind === "delete" ? undefined : payload });
      }
    }
    return ops;
  });
}

/** A line of the expected file: the old line it is, or new text. */
export type ExpectedLine = { readonly old: number } | { readonly text: string };

/** What the file's lines should be; old lines by their number, the line after a final break included. */
export function expectLines(oldTexts: readonly string[], ops: readonly OracleOp[]): ExpectedLine[] {
  const count = oldTexts.length;
  const endsBlank = oldTexts.at(-1) === "";
  const isEndClaimed = ops.some((op) => op.kind === "range" && op.end === count);
  const lines: ExpectedLine[] = oldTexts.map((_, index) => ({ old: index + 1 }));
  const isEmptyFile = count === 1 && endsBlank && !isEndClaimed;
  const end = endsBlank && !isEndClaimed ? count - 1 : count;
  const news = (payload: readonly string[]) => payload.map((text): ExpectedLine => ({ text }));
  const insertsAt = (gap: number): ExpectedLine[] => {
    const place = (
      op: OracleOp,
      anchors: (op: Extract<OracleOp, { kind: "insert" }>) => boolean,
    ) => (op.kind === "insert" && anchors(op) ? news(op.payload) : []);
    return [
      ...(gap === 0 ? ops.flatMap((op) => place(op, (insert) => insert.anchor === "BOF")) : []),
      ...ops.flatMap((op) =>
        place(op, (i) => i.sigil === "↓" && i.anchor === gap && gap !== count),
      ),
      ...ops.flatMap((op) => place(op, (i) => i.sigil === "↑" && i.anchor === gap + 1)),
      ...(gap === end
        ? ops.flatMap((op) =>
            place(op, (i) => i.anchor === "EOF" || (i.sigil === "↓" && i.anchor === count)),
          )
        : []),
    ];
  };
  for (let gap = count; gap >= 0; gap--) {
    for (const op of ops) {
      if (op.kind === "range" && op.start === gap + 1) {
        lines.splice(gap, op.end - op.start + 1, ...news(op.payload ?? []));
      }
    }
    lines.splice(gap, 0, ...insertsAt(gap));
  }
  const inserted = lines.filter((line) => "text" in line);
  return isEmptyFile && inserted.length > 0 ? inserted : lines;
}

/** The body of a section, with the given spelling of payload lines. */
export function writeOps(ops: readonly OracleOp[], escape: (line: string) => string): string {
  const lines = ops.map((op) => {
    if (op.kind === "insert") return `${op.anchor}${op.sigil}${op.payload.map(escape).join("\n")}`;
    const range = op.start === op.end ? `${op.start}` : `${op.start}-${op.end}`;
    return op.payload === undefined ? `${range}!` : `${range}:${op.payload.map(escape).join("\n")}`;
  });
  return lines.join("\n");
}
