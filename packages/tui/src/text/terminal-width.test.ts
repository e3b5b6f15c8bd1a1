/** Defends: the width of a grapheme is what a real terminal says it is when it is asked for its cursor. */
import { describe, expect, test } from "bun:test";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { join } from "node:path";
import { Tmux } from "../testing/tmux.ts";
import { visibleWidth } from "./width.ts";

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "letters and signs": ["a", "é", "ö", "…", "─", "①", "★", "✓", "™", "∑", "ﷺ"],
  "wide letters": ["日", "本", "한", "Ａ", "「", "、"],
  "narrow forms": ["ｱ", "｡"],
  "combining marks": ["e\u0301", "a\u0300\u0301\u0302", "e\u0323\u0302", "ก็", "นี้"],
  "conjoining syllables": ["\u1100\u1161\u11a8"],
  pictures: ["👍", "😀", "🫠", "⏳", "⌛", "❤", "⚠"],
  "joined pictures": ["👨‍👩‍👧", "👩‍💻"],
  flags: ["🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
};

/** What tmux before 3.5 measures by its parts: here we follow the standard, which newer terminals do too. */
const BY_PARTS: readonly string[] = ["❤️", "☺️", "1️⃣", "⚠️", "🏳️‍🌈", "👍🏽"];

describe("tmux measures as we do", () => {
  skipUnless(requireTool("tmux"))("each sample", async () => {
    const samples = Object.values(SAMPLES).flat();
    const program = join(import.meta.dir, "fixtures/measure-widths.ts");
    using tmux = new Tmux([process.execPath, program, ...samples], 80, 24);
    const text = await tmux.until((shown) => shown.includes("measured:"), "the widths");
    const widths = /measured:([\d,]+);/.exec(text)?.[1]?.split(",").map(Number);
    const measured = samples.map((sample, at) => `${sample} ${widths?.[at]}`);
    expect(measured).toEqual(samples.map((sample) => `${sample} ${visibleWidth(sample)}`));
  });

  for (const sample of BY_PARTS) {
    test(`${sample} takes two columns`, () => expect(visibleWidth(sample)).toBe(2));
  }
});
