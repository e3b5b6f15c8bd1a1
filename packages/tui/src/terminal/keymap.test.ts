/** Defends: chords are read as people write them, the documented defaults hold, remaps and conflicts are reported. */
import { describe, expect, test } from "bun:test";
import { displayChord, parseChord } from "./chord.ts";
import { WIDGET_ACTIONS } from "./default-actions.ts";
import { InputParser } from "./input-parser.ts";
import { createKeymap } from "./keymap.ts";

const CHORDS: readonly [written: string, canonical: string | undefined][] = [
  ["Ctrl+P", "ctrl+p"],
  ["Shift+Ctrl+P", "ctrl+shift+p"],
  ["alt+shift+l", "alt+shift+l"],
  ["Esc", "escape"],
  ["Ctrl+Backspace", "ctrl+backspace"],
  ["Ctrl+-", "ctrl+-"],
  ["ctrl++", "ctrl++"],
  ["+", "+"],
  ["Ctrl+Plus", "ctrl++"],
  ["F12", "f12"],
  ["PgUp", "pageup"],
  ["Cmd+K", "super+k"],
  ["ctrl+", undefined],
  ["", undefined],
  ["hyper+x", undefined],
  ["ctrl+ctrl+x", undefined],
  ["f99", undefined],
  ["ctrl+word", undefined],
];

describe("chords", () => {
  for (const [written, canonical] of CHORDS) {
    test(JSON.stringify(written), () => expect(parseChord(written)).toBe(canonical));
  }

  test("are shown in the notation people write", () => {
    expect(["ctrl+shift+p", "escape", "ctrl++", "pageup", "+"].map(displayChord)).toEqual([
      "Ctrl+Shift+P",
      "Esc",
      "Ctrl++",
      "PageUp",
      "+",
    ]);
  });
});

const press = (input: string) => {
  const parser = new InputParser();
  const [event] = [...parser.feed(input), ...parser.flush()];
  if (event?.type !== "key") throw new Error(`${JSON.stringify(input)} is no key`);
  return event;
};

describe("keymap", () => {
  test("31 widget actions, without conflicts, every default a chord", () => {
    const { keymap, problems } = createKeymap(WIDGET_ACTIONS);
    expect(problems).toEqual([]);
    expect(keymap.actions.length).toBe(31);
    expect(new Set(keymap.actions.map((action) => action.id)).size).toBe(31);
    expect(keymap.chordsOf("tui.editor.deleteWordBackward")).toEqual([
      "ctrl+w",
      "alt+backspace",
      "ctrl+backspace",
    ]);
  });

  test("a key finds its action by scope, a release finds none", () => {
    const { keymap } = createKeymap(WIDGET_ACTIONS);
    expect(keymap.actionFor(press("\x1b[A"), "editor")).toBe("tui.editor.cursorUp");
    expect(keymap.actionFor(press("\x1b[A"), "select")).toBe("tui.select.up");
    expect(keymap.actionFor(press("\x1b[1;1:3A"), "editor")).toBeUndefined();
    expect(keymap.matches(press("\x1f"), "tui.editor.undo")).toBe(true);
    expect(keymap.matches(press("\x1b[45;5u"), "tui.editor.undo")).toBe(true);
  });

  test("remaps replace the defaults, an empty list disables", () => {
    const { keymap, problems } = createKeymap(WIDGET_ACTIONS, {
      "tui.editor.undo": ["Ctrl+Z", "ctrl+z"],
      "tui.editor.yank": [],
      "tui.input.submit": "Ctrl+Enter",
    });
    expect(problems).toEqual([]);
    expect(keymap.chordsOf("tui.editor.undo")).toEqual(["ctrl+z"]);
    expect(keymap.chordsOf("tui.editor.yank")).toEqual([]);
    expect(keymap.matches(press("\r"), "tui.input.submit")).toBe(false);
    expect(keymap.matches(press("\x1b[13;5u"), "tui.input.submit")).toBe(true);
  });

  test("problems are named and the rest works", () => {
    const { keymap, problems } = createKeymap(WIDGET_ACTIONS, {
      "tui.nothing": "x",
      "tui.editor.undo": ["ctrl+nope", "ctrl+a"],
    });
    expect(problems).toEqual([
      { kind: "unknown-action", action: "tui.nothing" },
      { kind: "invalid-chord", action: "tui.editor.undo", chord: "ctrl+nope" },
      {
        kind: "conflict",
        chord: "ctrl+a",
        actions: ["tui.editor.cursorLineStart", "tui.editor.undo"],
      },
    ]);
    expect(keymap.actionFor(press("\x01"), "editor")).toBe("tui.editor.cursorLineStart");
  });
});
