// Defends: drawing everything again with other looks reads no Markdown again and loses nothing of it; what is kept is
// bounded.
import { describe, expect, test } from "bun:test";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { Transcript } from "@oh-my-pi/pi-tui/transcript";
import type { StreamedItem } from "../state/item.ts";
import { addItem, EMPTY_STORY } from "../state/story.ts";
import { INITIAL } from "../state/ui-state.ts";
import { createCodeColors } from "../theming/code-colors.ts";
import { createLooks } from "../theming/looks.ts";
import { Presenter } from "./presenter.ts";
import { Backlog } from "./backlog.ts";
import { ReadAnswers } from "./read-answers.ts";

const answer = (id: number, text: string): StreamedItem => ({
  id,
  kind: "answer",
  text,
  tail: "",
  isDone: true,
});

describe("answers that were read", () => {
  test("are drawn again with other looks without reading them", async () => {
    const readMarkdown = await loadMarkdownLexer();
    let reads = 0;
    const transcript = new Transcript();
    const highlighter = new Highlighter();
    const answers = new ReadAnswers();
    const kitWith = (color: string) => {
      const looks = createLooks({
        theme: { colors: { mdHeading: color } },
        colorLevel: "truecolor",
        symbols: "unicode",
      });
      return {
        looks,
        lexer: (...[source, links]: Parameters<typeof readMarkdown>) => {
          reads++;
          return readMarkdown(source, links);
        },
        hasHyperlinks: false,
        highlighter,
        paintCode: createCodeColors(highlighter, looks),
        tabWidth: 3,
        images: { protocol: "none", maxColumns: 100, maxRows: 20 } as const,
        viewTool: () => undefined,
        view: INITIAL.view,
        requestRender: () => {},
        answers,
        backlog: new Backlog(),
      };
    };
    const { id: _, ...item } = answer(0, "# Title\n\n- one\n- two\n\n```\ncode\n```");
    const story = addItem(EMPTY_STORY, item);
    const presenter = new Presenter(transcript, kitWith("#ff0000"));
    presenter.show(story);
    const first = transcript.takeSettled(40);
    const readsBefore = reads;
    presenter.restart(kitWith("#00ff00"));
    transcript.clear();
    presenter.show(story);
    const second = transcript.takeSettled(40);
    expect(readsBefore).toBeGreaterThan(0);
    expect(reads).toBe(readsBefore);
    expect(first[0]).toContain("255;0;0");
    expect(second).toEqual(first.map((line) => line.replace("255;0;0", "0;255;0")));
  });

  test("are forgotten from the oldest on when there are too many", () => {
    const answers = new ReadAnswers();
    const items = Array.from({ length: 5 }, (_, at) => answer(at, "x".repeat(1_000_000)));
    for (const item of items) answers.keep(item, { blocks: [] });
    expect(items.map((item) => answers.get(item) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    answers.clear();
    expect(items.some((item) => answers.get(item))).toBe(false);
  });
});
