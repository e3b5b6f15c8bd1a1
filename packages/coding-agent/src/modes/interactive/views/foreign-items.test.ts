// G13 in the transcript and below it: text of strangers in every field of everything that is drawn, and nothing in it is
// told to the terminal. Rows are looked at as views make them, before the last gate of the screen.
import { describe, expect, test } from "bun:test";
import type { ToolView, ViewBlock } from "@oh-my-pi/pi-agent-core/view";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import {
  HOSTILE_LINE,
  HOSTILE_WORD,
  INJECTIONS,
  obeyedTricks,
} from "@oh-my-pi/pi-testkit/foreign-text";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { Item, ToolItem } from "../state/item.ts";
import { INITIAL } from "../state/ui-state.ts";
import { createCodeColors } from "../theming/code-colors.ts";
import { createLooks } from "../theming/looks.ts";
import { createItemView } from "./item-views.ts";
import { Backlog } from "./backlog.ts";
import { ReadAnswers } from "./read-answers.ts";
import { SEGMENTS, type StatusFacts } from "./status/segments.ts";
import { StatusLine } from "./status/status-line.ts";
import { TodoPanel } from "./todo-panel.ts";
import type { ItemKit } from "./view-kit.ts";
import { createWorkingLine } from "./working-line.ts";

const lexer = await loadMarkdownLexer();
const looks = createLooks({ theme: { colors: {} }, colorLevel: "truecolor", symbols: "unicode" });
const clock = { now: () => 0, requestRender: () => {}, requestRenderIn: () => {} };
/** Fields that decide which view is made, and are never a stranger's. */
const DECISIVE = new Set(["kind", "type", "status", "tone", "mode"]);

/** The same with a stranger's text in place of every text. */
function hostile<Value>(value: Value, text: string): Value {
  if (typeof value === "string") return text as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => hostile(each, text)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      DECISIVE.has(key) ? (each as unknown) : hostile<unknown>(each, text),
    ]),
  ) as Value;
}

/** How far colours of a language get into a text is the highlighter's affair: it is asked at once. */
function kit(view: ToolView | undefined): ItemKit {
  const highlighter = new Highlighter();
  return {
    looks,
    lexer,
    hasHyperlinks: true,
    highlighter,
    paintCode: createCodeColors(highlighter, looks),
    images: { protocol: "kitty", maxColumns: 20, maxRows: 5 },
    viewTool: () => view,
    view: { ...INITIAL.view, isExpanded: true },
    answers: new ReadAnswers(),
    backlog: new Backlog(),
    requestRender: () => {},
  };
}

const BLOCKS: { readonly [Type in ViewBlock["type"]]: Extract<ViewBlock, { type: Type }> } = {
  text: { type: "text", text: "t", tone: "error" },
  code: { type: "code", code: "c", language: "ts" },
  diff: { type: "diff", path: "p", patch: "x" },
  list: { type: "list", items: ["a", "b"], isOrdered: true },
  table: { type: "table", columns: ["a"], rows: [["b"]] },
  markdown: { type: "markdown", markdown: "m" },
  image: { type: "image", data: "d", mimeType: "image/png", alt: "a" },
};
const CALL: ToolItem = {
  id: 1,
  kind: "tool",
  callId: "c",
  name: "n",
  args: { first: "a", second: { deep: ["b"] } },
  status: "failed",
  result: {
    content: [{ type: "text", text: "t" }],
    details: { d: "d" },
    isError: true,
    isPartial: false,
  },
};
const ITEMS: { readonly [Kind in Item["kind"]]: Extract<Item, { kind: Kind }> } = {
  user: { id: 1, kind: "user", text: "t", imageCount: 1 },
  answer: { id: 1, kind: "answer", text: "t", tail: "", isDone: true },
  thinking: { id: 1, kind: "thinking", text: "t", tail: "", isDone: true },
  tool: CALL,
  notice: { id: 1, kind: "notice", tone: "error", text: "t" },
  summary: { id: 1, kind: "summary", title: "t", text: "t" },
} as { readonly [Kind in Item["kind"]]: Extract<Item, { kind: Kind }> };
const FACTS: StatusFacts = {
  model: "m",
  thinkingLevel: "t",
  path: "p",
  branch: "b",
  sessionName: "s",
  sessionId: "i",
  host: "h",
  contextTokens: 1,
  contextWindow: 2,
  usage: INITIAL.usage,
  queuedCount: 1,
  startedAtMs: 0,
  nowMs: 1,
  isDemo: true,
  options: {},
};

type Make = (text: string) => Component;

const drawn = (item: Item, view?: ToolView): Component => createItemView(item, kit(view)).component;

const VIEWS: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    Object.entries(ITEMS).map(([kind, item]): [string, Make] => [
      kind,
      (text) => drawn(hostile(item, text)),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(BLOCKS).map(([type, block]): [string, Make] => [
      `a tool's ${type}`,
      (text) => drawn(hostile(CALL, text), { title: text, blocks: [hostile(block, text)] }),
    ]),
  ),
  "a tool's patch": (text) =>
    drawn(CALL, {
      blocks: [{ type: "diff", path: text, patch: `@@ -1 +1 @@\n-${text}1\n+${text}2\n ${text}` }],
    }),
  "the welcome and recent sessions": (text) =>
    drawn({ id: 1, kind: "notice", tone: "welcome", text: `${text} ${text}\n  ${text}` }),
  "the to-do list": (text) => {
    const panel = new TodoPanel(looks);
    const statuses = ["completed", "in_progress", "abandoned", "pending"] as const;
    panel.update([{ name: text, tasks: statuses.map((status) => ({ content: text, status })) }]);
    return panel;
  },
  "what waits to be said": (text) => {
    const line = createWorkingLine(clock, looks, () => "classic");
    line.update({ ...INITIAL, queued: [{ text, mode: "steer" }] }, { isAsking: false });
    return line.component;
  },
  "the status line": (text) => {
    const line = new StatusLine(looks);
    const layout = { preset: "custom", separator: "pipe", left: Object.keys(SEGMENTS), right: [] };
    line.update(hostile(FACTS, text), layout);
    return line;
  },
};

describe("text of strangers in", () => {
  for (const [name, make] of Object.entries(VIEWS))
    test(`${name}: seen, not obeyed`, () => {
      const rows = make(HOSTILE_LINE).render(4_000).join("\n");
      expect(rows).toContain(HOSTILE_WORD);
      expect(obeyedTricks(rows)).toEqual([]);
      for (const { name: trick, input } of INJECTIONS) {
        const told = make(`${HOSTILE_WORD} ${input}`).render(4_000).join("\n");
        expect([trick, ...obeyedTricks(told)]).toEqual([trick]);
      }
    });
});
