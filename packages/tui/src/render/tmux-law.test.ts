/** Defends G10 in tmux: a real program on a real pseudo-terminal, resized while it writes. */
import { describe, expect } from "bun:test";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { join } from "node:path";
import fc from "fast-check";
import { Tmux } from "../testing/tmux.ts";
import { numbersIn } from "../testing/words.ts";

const program = [process.execPath, join(import.meta.dir, "fixtures/tty-program.ts")];
const resizes = Number(process.env["TMUX_RESIZES"] ?? 30);

const move = fc.record({
  columns: fc.integer({ min: 20, max: 120 }),
  rows: fc.integer({ min: 6, max: 40 }),
  key: fc.constantFrom("w", "w", "e", "n"),
});

describe("tmux", () => {
  skipUnless(requireTool("tmux"))(
    "every word is there once, in order, after random resizes of a streaming program",
    async () => {
      using tmux = new Tmux(program, 80, 24);
      await tmux.until((text) => text.includes("=#0:80x24="), "the first frame");
      for (const [step, { columns, rows, key }] of fc
        .sample(move, { numRuns: resizes, seed: 7 })
        .entries()) {
        tmux.press(key);
        if (step % 3 === 0)
          await tmux.until((text) => text.includes(`=#${step + 1}:`), `step ${step}`);
        tmux.resize(columns, rows);
        await tmux.until(
          (text) => text.includes(`=#${step + 1}:${columns}x${rows}=`),
          `step ${step} at ${columns}x${rows}`,
        );
      }
      const numbers = Array.from({ length: resizes * 9 }, (_, index) => index);
      expect(numbersIn(tmux.capture())).toEqual(numbers);
    },
    120_000,
  );
});
