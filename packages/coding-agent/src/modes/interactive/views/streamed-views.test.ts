// Defends: an answer that comes faster than it can be drawn is taken in frame by frame, and is whole when it settles.
import { expect, test } from "bun:test";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { Transcript } from "@oh-my-pi/pi-tui/transcript";
import type { StreamedItem } from "../state/item.ts";
import { INITIAL } from "../state/ui-state.ts";
import { createLooks } from "../theming/looks.ts";
import { Backlog } from "./backlog.ts";
import { ReadAnswers } from "./read-answers.ts";
import { answerView, thinkingView } from "./streamed-views.ts";
import type { ItemKit } from "./view-kit.ts";

const WORDS = "some words of an answer\n\n";
const COUNT = 4_000;
const lexer = await loadMarkdownLexer();

test.each(["answer", "thinking"] as const)("%s", async (kind) => {
  let requests = 0;
  let longest = 0;
  const kit: ItemKit = {
    looks: createLooks({ theme: { colors: {} }, colorLevel: "none", symbols: "unicode" }),
    lexer: (source, links) => {
      longest = Math.max(longest, source.length);
      return lexer(source, links);
    },
    hasHyperlinks: false,
    highlighter: new Highlighter(),
    paintCode: () => undefined,
    images: { protocol: "none", maxColumns: 100, maxRows: 20 },
    viewTool: () => undefined,
    view: INITIAL.view,
    answers: new ReadAnswers(),
    backlog: new Backlog(),
    requestRender: () => requests++,
  };
  const text = WORDS.repeat(COUNT);
  const first: StreamedItem = { id: 1, kind, text: "", tail: "", isDone: false };
  const view = kind === "answer" ? answerView(first, kit) : thinkingView(first, kit);
  const transcript = new Transcript();
  const entry = transcript.append(view.component);
  view.update({ ...first, text, tail: text });
  view.update({ ...first, text, isDone: true });
  const reading = { isWhole: false };
  void view.ready?.()?.then(() => (reading.isWhole = true));
  const lines: string[] = [];
  let frames = 0;
  for (; !reading.isWhole; frames++) {
    lines.push(...transcript.takeSettled(80));
    await Promise.resolve();
  }
  entry.settle();
  lines.push(...transcript.takeSettled(80));
  expect(lines.filter((line) => line.includes("some words"))).toHaveLength(COUNT);
  expect(frames).toBeGreaterThan(8);
  expect(requests).toBeGreaterThanOrEqual(frames - 1);
  expect(longest).toBeLessThan(10_000);
});
