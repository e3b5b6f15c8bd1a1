// Contract G2: a patch equals what an independent reading of it gives, byte for byte, or it is refused
// because its old lines do not stand at one place.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseApplyPatch } from "../apply-patch/parse-apply-patch.ts";
import { byteForm, lineList, lineText, uniformEnding } from "../testing/arbitrary-text.ts";
import { planPatch } from "./plan-patch.ts";
import { PATIENT, runs } from "../testing/property.ts";

/** `drop` lines at index `at` become `add`. */
interface Change {
  readonly at: number;
  readonly drop: number;
  readonly add: readonly string[];
}

const wish = fc.record({
  gap: fc.nat(4),
  drop: fc.nat(2),
  add: fc.array(lineText, { maxLength: 2 }),
});

/** A file with changes that are `context` lines or more apart. */
const patchedFile = fc
  .record({
    texts: lineList,
    wishes: fc.array(wish, { minLength: 1, maxLength: 3 }),
    context: fc.nat(3),
  })
  .map(({ texts, wishes, context }) => {
    const changes: Change[] = [];
    let at = 0;
    for (const { gap, drop, add } of wishes) {
      const start = at + gap;
      if (start + drop > texts.length || drop + add.length === 0) continue;
      changes.push({ at: start, drop, add });
      at = start + drop + 2 * context + 1;
    }
    return { texts, changes, context };
  });

/** Writes hunks the way a diff program does. */
function writeHunks(
  texts: readonly string[],
  { changes, context }: { changes: readonly Change[]; context: number },
  isNumbered: boolean,
) {
  let shift = 0;
  return changes.map(({ at, drop, add }) => {
    const from = Math.max(at - context, 0);
    const to = Math.min(at + drop + context, texts.length);
    const old = texts.slice(from, to);
    const body = [
      ...texts.slice(from, at).map((text) => ` ${text}`),
      ...texts.slice(at, at + drop).map((text) => `-${text}`),
      ...add.map((text) => `+${text}`),
      ...texts.slice(at + drop, to).map((text) => ` ${text}`),
    ];
    const size = old.length - drop + add.length;
    const first = old.length === 0 ? from : from + 1;
    const header = isNumbered ? `@@ -${first},${old.length} +${first + shift},${size} @@` : "@@";
    shift += add.length - drop;
    return { old, from, text: [header, ...body].join("\n") };
  });
}

function countPlaces(texts: readonly string[], wanted: readonly string[], from: number): number {
  const starts = texts
    .map((_, index) => index)
    .filter((index) => index >= from && index + wanted.length <= texts.length);
  return starts.filter((index) => wanted.every((text, offset) => texts[index + offset] === text))
    .length;
}

test.each([
  ["numbered", true],
  ["plain", false],
])(
  "%s hunks over random files",
  (_, isNumbered) => {
    fc.assert(
      fc.property(
        patchedFile,
        uniformEnding,
        byteForm,
        fc.boolean(),
        (file, wanted, form, isTerminated) => {
          const { texts, changes } = file;
          fc.pre(changes.length > 0 && texts.length > 1 && (texts.at(-1) !== "" || isTerminated));
          fc.pre(texts[0]?.startsWith("\ufeff") !== true && !texts.join("").includes("\u0000"));
          const hunks = writeHunks(texts, file, isNumbered);
          // Without context or number, added lines go to the end: another meaning than the writer's.
          fc.pre(isNumbered || hunks.every(({ old }) => old.length > 0));
          const result = changes.reduceRight(
            (now, { at, drop, add }) => now.toSpliced(at, drop, ...add),
            [...texts],
          );
          const end = isTerminated ? wanted : "";
          const before = form.toBytes(texts.join(wanted) + end);
          const after = form.toBytes(result.length === 0 ? "" : result.join(wanted) + end);
          const parsed = parseApplyPatch(
            `*** Begin Patch\n*** Update File: f\n${hunks.map(({ text }) => text).join("\n")}\n*** End Patch`,
          );
          if (!parsed.ok) throw new Error(parsed.message);
          const planned = planPatch(parsed.patches, () => ({ kind: "file", bytes: before }), {
            blockGenerated: false,
          });
          const isSame = result.join("\n") === texts.join("\n");
          if (planned.ok) {
            expect(planned.plan.steps).toEqual([{ kind: "update", path: "f", before, after }]);
          } else if (isSame) {
            expect(planned.reason).toBeOneOf(["no-change", "ambiguous"]);
          } else {
            expect(isNumbered).toBe(false);
            expect(planned.reason).toBe("ambiguous");
            const used = hunks.map((_, index) =>
              index === 0 ? 0 : (hunks[index - 1]?.from ?? 0) + (hunks[index - 1]?.old.length ?? 0),
            );
            expect(
              hunks.some(({ old }, index) => countPlaces(texts, old, used[index] ?? 0) > 1),
            ).toBe(true);
          }
        },
      ),
      runs(1000),
    );
  },
  PATIENT,
);
