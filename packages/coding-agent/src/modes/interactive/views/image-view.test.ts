// Defends: a picture is drawn in the way the terminal knows, converted where it must be, within its limits; what a
// terminal cannot show is described.
import { describe, expect, test } from "bun:test";
import type { ToolItem } from "../state/item.ts";
import { INITIAL } from "../state/ui-state.ts";
import { createLooks } from "../theming/looks.ts";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { Transcript } from "@oh-my-pi/pi-tui/transcript";
import { addItem, EMPTY_STORY } from "../state/story.ts";
import { Presenter } from "./presenter.ts";
import { Backlog } from "./backlog.ts";
import { ReadAnswers } from "./read-answers.ts";
import type { ImageChoices, ItemKit } from "./view-kit.ts";

/** A red PNG of one pixel, and larger ones made of it. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/q842iQAAAABJRU5ErkJggg==";
const redBox = (side: number) => new Bun.Image(Buffer.from(DOT, "base64")).resize(side, side);
const base64 = async (image: Bun.Image) => Buffer.from(await image.bytes()).toString("base64");
const lexer = await loadMarkdownLexer();
const CELL = { widthPx: 10, heightPx: 20 };

/** The lines that go into the scrollback once the picture is there. */
async function shown(data: string, images: Partial<ImageChoices>): Promise<string[]> {
  const highlighter = new Highlighter();
  const transcript = new Transcript();
  const kit: ItemKit = {
    looks: createLooks({ theme: { colors: {} }, colorLevel: "none", symbols: "unicode" }),
    lexer,
    hasHyperlinks: false,
    highlighter,
    paintCode: () => undefined,
    images: { protocol: "none", maxColumns: 100, maxRows: 20, cell: CELL, ...images },
    viewTool: () => ({ title: "picture", blocks: [{ type: "image", data, mimeType: "image/x" }] }),
    view: INITIAL.view,
    requestRender: () => {},
    answers: new ReadAnswers(),
    backlog: new Backlog(),
  };
  const item: Omit<ToolItem, "id"> = {
    kind: "tool",
    callId: "c",
    name: "read",
    args: {},
    status: "done",
    result: undefined,
  };
  new Presenter(transcript, kit).show(addItem(EMPTY_STORY, item));
  return eventually(() => {
    const lines = transcript.takeSettled(80);
    return lines.length > 0 && lines;
  });
}

/** Colours of the drawn pixels of a sixel picture, as percentages. */
function drawnColors(sixel: string): string[] {
  const palette = new Map(
    [...sixel.matchAll(/#(\d+);2;(\d+;\d+;\d+)/g)].map(([, at, rgb]) => [at, rgb]),
  );
  const body = sixel.slice(sixel.indexOf('"')).replaceAll(/#\d+;2;\d+;\d+;\d+/g, "");
  return [...new Set([...body.matchAll(/#(\d+)/g)].map(([, at]) => palette.get(at) ?? "?"))];
}

describe("a picture", () => {
  test.each(["png", "jpeg"] as const)("%s as sixel, scaled into its cells", async (kind) => {
    const image = redBox(800);
    const data = await base64(kind === "png" ? image.png() : image.jpeg());
    const lines = await shown(data, { protocol: "sixel", maxColumns: 10, maxRows: 20 });
    const sixel = lines.find((line) => line.includes("\x1bP")) ?? "";
    expect(sixel).toContain('"1;1;100;100');
    // Five rows of the picture, one for the cursor below it, its title and the gap.
    expect(lines).toHaveLength(8);
    for (const color of drawnColors(sixel)) {
      const [red = 0, green = 0, blue = 0] = color.split(";").map(Number);
      expect(red).toBeGreaterThan(95);
      expect(Math.max(green, blue)).toBeLessThan(5);
    }
  });

  test("JPEG becomes PNG for Kitty and stays as it is for iTerm2", async () => {
    const data = await base64(redBox(100).jpeg());
    const kitty = (await shown(data, { protocol: "kitty" })).join("\n");
    expect(kitty).toContain("c=10,r=5");
    expect(kitty).toContain(";iVBORw0KGgo");
    const iterm = (await shown(data, { protocol: "iterm2" })).join("\n");
    expect(iterm).toContain(`width=10;height=5;preserveAspectRatio=1;doNotMoveCursor=1:${data}`);
  });

  test("is described where the terminal has no way, or the data is no picture", async () => {
    const data = await base64(redBox(100).png());
    expect((await shown(data, {})).join("\n")).toContain("[image: image/x, 100×100]");
    expect((await shown("AAAA", { protocol: "sixel" })).join("\n")).toContain("[image: image/x");
  });
});
