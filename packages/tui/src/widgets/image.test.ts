/** Defends: pictures keep their proportions within the caps, speak three protocols, and disappear when they should. */
import { describe, expect, test } from "bun:test";
import { HOSTILE_LINE, INJECTIONS } from "@oh-my-pi/pi-testkit/foreign-text";
import { Story } from "../testing/story.ts";
import { IMAGE_MARKER } from "../render/component.ts";
import { Image } from "./image.ts";
import {
  eraseSequence,
  imageCells,
  iterm2Sequence,
  kittySequence,
} from "../terminal/image-sequences.ts";

const cell = { widthPx: 10, heightPx: 20 };
const limit = { columns: 100, rows: 20 };
const size = { widthPx: 100, heightPx: 100 };

describe("size", () => {
  const CASES: readonly [number, number, number, number][] = [
    [100, 100, 10, 5],
    [4000, 100, 100, 2],
    [100, 4000, 1, 20],
    [4000, 4000, 40, 20],
    [1, 1, 1, 1],
  ];
  for (const [widthPx, heightPx, columns, rows] of CASES) {
    test(`${widthPx}×${heightPx}`, () => {
      expect(imageCells({ widthPx, heightPx }, cell, limit)).toEqual({ columns, rows });
    });
  }
});

describe("protocols", () => {
  test("Kitty data is sent in chunks and can be removed by id", () => {
    const sequence = kittySequence("A".repeat(5_000), 7, { columns: 3, rows: 2 });
    const parts = sequence.split("\x1b\\").filter((part) => part !== "");
    expect(parts.map((part) => part.replace(/A+/, ""))).toEqual([
      "\x1b_Ga=T,f=100,i=7,c=3,r=2,C=1,q=2,m=1;",
      "\x1b_Gm=0;",
    ]);
    expect(eraseSequence(sequence)).toBe("\x1b_Ga=d,d=I,i=7,q=2\x1b\\");
    expect(eraseSequence("text")).toBe("");
  });

  test.each([
    ["kitty", kittySequence],
    ["iterm2", (base64: string) => iterm2Sequence(base64, { columns: 3, rows: 2 })],
  ] as const)("%s: data that is no base64 cannot end the sequence", (_, sequence) => {
    const bare = (base64: string): string =>
      sequence(base64, 7, { columns: 3, rows: 2 }).replaceAll(/[A-Za-z0-9+/]+={0,2}/g, "");
    for (const { input } of [...INJECTIONS, { input: HOSTILE_LINE }])
      expect(bare(`iVBORw0KGgo=${input}AAAA`)).toBe(bare("iVBORw0KGgoAAAA"));
  });

  test("rows are reserved above the line that draws", () => {
    const image = new Image(
      { protocol: "kitty", base64: "AAAA", id: 3 },
      { size, cell, description: "x" },
    );
    const lines = image.render(80);
    expect(lines.slice(0, -1)).toEqual(["", "", "", ""]);
    expect(lines.at(-1)).toStartWith(`${IMAGE_MARKER}\x1b7\x1b[4A\x1b_G`);
    expect(image.render(5).length).toBe(3);
  });

  test("iTerm2 gets its size in cells", () => {
    const image = new Image(
      { protocol: "iterm2", base64: "AAAA", id: 0 },
      { size, cell, description: "x" },
    );
    expect(image.render(80).at(-1)).toContain("\x1b]1337;File=inline=1;width=10;height=5;");
  });

  test("sixel keeps one row spare, and is described where it does not fit", () => {
    const sixel = '\x1bP0;1;0q"1;1;100;100#0;2;100;100;100#0!100~\x1b\\';
    const image = new Image({ protocol: "sixel", sixel }, { size, cell, description: "a\x1bb" });
    expect(image.render(80).length).toBe(6);
    expect(image.render(6)).toEqual(["[imag…"]);
    expect(image.render(9)).toEqual(["[image: …"]);
  });

  test("without a protocol the description stands in", () => {
    const image = new Image({ protocol: "none" }, { size, description: "a\x1b[2J" });
    expect(image.render(60)).toEqual(["[image: a␛[2J, 100×100]"]);
  });
});

test("a live Kitty picture is removed when its line goes, and only then", async () => {
  const story = new Story(40, 12);
  const image = new Image(
    { protocol: "kitty", base64: "AAAA", id: 9 },
    { size, cell, description: "x" },
  );
  story.tui.chrome.set([image]);
  await story.frame();
  expect(story.terminal.written.at(-1)).toContain("i=9,c=10");
  story.tui.requestRender();
  const writes = story.terminal.written.length;
  await story.frame();
  expect(story.terminal.written.length).toBe(writes);
  story.tui.chrome.set([story.chrome]);
  story.tui.requestRender();
  await story.frame();
  expect(story.terminal.written.at(-1)).toContain("\x1b_Ga=d,d=I,i=9,q=2\x1b\\");
});
