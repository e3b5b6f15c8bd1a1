// The order of what stands below the conversation, and what settings change of it.
import { describe, expect, test } from "bun:test";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Text } from "@oh-my-pi/pi-tui/text";
import type { Setting } from "../../../settings/setting.ts";
import type { Face } from "../face.ts";
import { reduceUi } from "../state/reduce-ui.ts";
import { INITIAL, type UiState } from "../state/ui-state.ts";
import { createLooks } from "../theming/looks.ts";
import { Chrome } from "./chrome.ts";

const KINDS = ["Keyword", "Function", "String", "Number", "Type", "Operator"];
const looks = createLooks({
  theme: {
    colors: {
      ...Object.fromEntries(KINDS.map((kind) => [`syntax${kind}`, "#123456"])),
      bashMode: "#654321",
    },
  },
  colorLevel: "truecolor",
  symbols: "ascii",
});

interface Stand {
  readonly lines: () => string[];
  readonly chrome: Chrome;
  readonly face: Face;
  readonly redraws: () => number;
}

function stand(state: UiState, values: Readonly<Record<string, unknown>> = {}): Stand {
  const chromeLines = new Container();
  let redraws = 0;
  const face = {
    looks,
    state,
    editor: Object.assign(new Text("EDITOR"), { borderStyle: undefined, text: "" }),
    tui: {
      chrome: chromeLines,
      focus: () => {},
      requestRender: () => {},
      requestRenderIn: () => {},
      redraw: () => redraws++,
      now: () => 0,
    },
    sessions: {
      held: {
        settings: { get: ({ key, fallback }: Setting) => values[key] ?? fallback },
      },
      current: {
        model: { provider: "p", id: "m", reasoning: false, contextWindow: 1000 },
        thinkingLevel: "off",
        decided: { todos: [{ name: "TODOS", tasks: [{ content: "task", status: "pending" }] }] },
        log: { header: { cwd: "/nowhere/at/all", id: "0123456789", title: "A name" } },
      },
    },
  } as unknown as Face;
  const chrome = new Chrome(face, { home: undefined, env: {}, now: () => 0 });
  chrome.show(undefined);
  const lines = (): string[] => chromeLines.render(60).map((line) => Bun.stripANSI(line));
  return { lines, chrome, face, redraws: () => redraws };
}

const busy = [
  { type: "agent_start" } as const,
  { type: "queued", queued: { text: "QUEUED", mode: "steer" } } as const,
  { type: "widget", key: "x", lines: ["WIDGET"] } as const,
  { type: "status", key: "x", text: "HOOKS" } as const,
].reduce(reduceUi, INITIAL);

const places = (lines: readonly string[], ...words: string[]): number[] =>
  words.map((word) => lines.findIndex((line) => line.includes(word)));

describe("below the conversation", () => {
  test("what waits, what goes on, to-do list, widgets, editor, status line, words of others", () => {
    const { lines } = stand(busy);
    const order = places(lines(), "QUEUED", "Working", "TODOS", "WIDGET", "EDITOR", "p/m", "HOOKS");
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test("a dialog takes the editor's place between lines, and nothing turns while it asks", () => {
    const { lines, chrome } = stand(busy);
    const dialog = new Text("DIALOG");
    chrome.show({ component: dialog, focus: dialog });
    const [at = 0] = places(lines(), "DIALOG");
    expect(lines()[at - 1]).toMatch(/^─+$/);
    expect(lines()[at + 1]).toMatch(/^─+$/);
    expect(places(lines(), "EDITOR", "Working")).toEqual([-1, -1]);
    chrome.show(undefined);
    expect(places(lines(), "EDITOR", "Working")).not.toContain(-1);
  });

  test("settings: words of others hidden, everything drawn anew, a colour for a named session", () => {
    const { lines, chrome, face, redraws } = stand(busy, {
      "statusLine.showHookStatus": false,
      clearOnShrink: true,
      "statusLine.sessionAccent": false,
    });
    expect(places(lines(), "HOOKS")).toEqual([-1]);
    expect(face.editor.borderStyle?.("x")).toBe("x");
    const dialog = new Text("DIALOG");
    chrome.show({ component: dialog, focus: dialog });
    expect(redraws()).toBe(0);
    chrome.show(undefined);
    expect(redraws()).toBe(1);
    const usual = stand(busy);
    expect(usual.face.editor.borderStyle?.("x")).not.toBe("x");
    usual.chrome.show({ component: dialog, focus: dialog });
    usual.chrome.show(undefined);
    expect(usual.redraws()).toBe(0);
  });

  test("a draft that is a command for the shell has lines of another colour", () => {
    const { face } = stand(busy);
    const usual = face.editor.borderStyle?.("x");
    Object.assign(face.editor, { text: "!ls" });
    expect(face.editor.borderStyle?.("x")).toBe(looks.fg("bashMode", "x"));
    expect(face.editor.borderStyle?.("x")).not.toBe(usual);
    Object.assign(face.editor, { text: "ls!" });
    expect(face.editor.borderStyle?.("x")).toBe(String(usual));
  });
});
