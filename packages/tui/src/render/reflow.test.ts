/** Defends: the prediction of where lines lie after a resize is what the emulator does, and guesses err on the safe side. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { VirtualTerminal } from "../testing/virtual-terminal.ts";
import { detectCapabilities } from "../terminal/capabilities.ts";
import { reflowModel } from "./reflow.ts";
import { reflowLine } from "./reflow-line.ts";

const size = fc.record({
  columns: fc.integer({ min: 8, max: 40 }),
  rows: fc.integer({ min: 5, max: 16 }),
});

const scene = fc.record({
  before: size,
  after: size,
  filler: fc.nat({ max: 30 }),
  shares: fc.array(fc.constantFrom(0.1, 0.5, 1), { minLength: 1, maxLength: 5 }),
  cursor: fc.tuple(fc.nat({ max: 4 }), fc.double({ min: 0, max: 1, noNaN: true })),
});

interface Outcome {
  readonly predicted: number;
  readonly actual: number;
  readonly guessed: number;
}

async function playScene(
  each: typeof scene extends fc.Arbitrary<infer T> ? T : never,
): Promise<Outcome> {
  const { before, after, filler } = each;
  const terminal = new VirtualTerminal(before.columns, before.rows);
  const lines = each.shares.map((share, row) => {
    return "ABCDE".charAt(row).padEnd(Math.max(1, Math.floor(before.columns * share)), "=");
  });
  const cursorRow = Math.min(each.cursor[0], lines.length - 1);
  const cursorColumn = Math.floor((lines[cursorRow]?.length ?? 1) * each.cursor[1] * 0.99);
  terminal.write(`${"fill\r\n".repeat(filler)}\x1b[?7l${lines.join("\r\n")}\x1b[?7h`);
  await terminal.settle();
  const top = terminal.cursor().row - lines.length + 1;
  terminal.write(`\x1b[${top + cursorRow + 1};${cursorColumn + 1}H`);
  await terminal.resize(after.columns, after.rows);
  const rows = lines.map((text, line) => ({ text, line }));
  const model = { rows, live: 0, size: before, top: -top, cursor: cursorRow, column: cursorColumn };
  const { resize } = detectCapabilities({ TERM_PROGRAM: "vscode" });
  const predicted = reflowModel(model, after, resize).cursor;
  const guessed = reflowModel({ ...model, top: undefined }, after, resize).cursor;
  const actual = terminal.absoluteCursorRow() - terminal.findRow("A");
  terminal.dispose();
  return { predicted, actual, guessed };
}

describe("reflow", () => {
  test("the prediction is exact for the emulator when the place is known, and never too high when not", async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (each) => {
        const { predicted, actual, guessed } = await playScene(each);
        expect(predicted).toBe(actual);
        expect(guessed).toBeLessThanOrEqual(actual);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test("rows of a wrapped line: wide characters move whole, escapes take no room", () => {
    expect(reflowLine("abcdef", 4)).toEqual(["abcd", "ef"]);
    expect(reflowLine("a日本語", 4)).toEqual(["a日", "本語"]);
    expect(reflowLine("\x1b[31mabcdef\x1b[0m", 3)).toEqual(["abc", "def"]);
    expect(reflowLine("", 3)).toEqual([""]);
  });

  const model = {
    live: 0,
    rows: [0, 1, 2].map((line) => ({ text: "=".repeat(40), line })),
    size: { columns: 40, rows: 20 },
    top: -5,
    cursor: 1,
    column: 30,
  };

  test("a terminal that wraps every line carries the cursor with its character", () => {
    const { resize } = detectCapabilities({ TMUX: "x" });
    expect(reflowModel(model, { columns: 20, rows: 20 }, resize).cursor).toBe(3);
    expect(reflowModel(model, { columns: 60, rows: 20 }, resize).cursor).toBe(1);
  });

  test("a terminal that cuts lines moves nothing", () => {
    const { resize } = detectCapabilities({ TERM: "linux" });
    expect(reflowModel(model, { columns: 20, rows: 20 }, resize).cursor).toBe(1);
  });
});
