/** Defends: the editor as it is seen and used: caret, wrapping, scrolling, submit, history, completion, hints. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fakeHost, key, keymap, plain } from "../testing/keys.ts";
import { CURSOR_MARKER } from "../render/component.ts";
import { visibleWidth } from "../text/width.ts";
import type { Completion, CompletionProvider } from "./completion.ts";
import { Editor, type EditorOptions } from "./editor.ts";

const styles = {
  border: plain,
  placeholder: (text: string) => `(${text})`,
  selected: plain,
  description: plain,
  note: plain,
};

function setup(options: Partial<EditorOptions> = {}) {
  const { host, renders } = fakeHost();
  const editor = new Editor({ host, keymap, styles, ...options });
  editor.isFocused = true;
  const press = (...chords: string[]) => chords.map((chord) => editor.handleInput(key(chord)));
  const type = (text: string) =>
    press(...text.split("").map((char) => (char === " " ? "space" : char)));
  const rows = (width = 20) =>
    editor.render(width).map((row) => row.replaceAll(CURSOR_MARKER, "|"));
  return { editor, press, type, rows, renders };
}

describe("editor", () => {
  test("shows text between borders with the caret in it", () => {
    const { type, press, rows } = setup();
    type("hello");
    press("left", "shift+enter");
    expect(rows(8)).toEqual(["────────", "hell", "|o", "────────"]);
  });

  test("wraps at words, keeps one column for the caret, and walks through rows", () => {
    const { type, press, rows } = setup();
    type("one two three");
    expect(rows(8).slice(1, -1)).toEqual(["one ", "two ", "three|"]);
    press("up");
    expect(rows(8).slice(1, -1)).toEqual(["one ", "two| ", "three"]);
    press("up", "home", "end");
    expect(rows(8).slice(1, -1)).toEqual(["one ", "two ", "three|"]);
  });

  test("scrolls as far as the caret needs and says that there is more", () => {
    const { type, press, rows } = setup({ maxRows: 3 });
    for (let line = 0; line < 6; line++) {
      type(`l${line}`);
      if (line < 5) press("shift+enter");
    }
    expect(rows(6)).toEqual(["─↑────", "l3", "l4", "l5|", "──────"]);
    press("up", "up", "up");
    expect(rows(6)).toEqual(["─↑────", "l2|", "l3", "l4", "─↓────"]);
    press("pageup");
    expect(rows(6)).toEqual(["──────", "l0|", "l1", "l2", "─↓────"]);
    press("pagedown", "pagedown", "ctrl+u", "ctrl+u");
    expect(rows(6).slice(1, -1)).toEqual(["l2", "l3", "l4|"]);
  });

  test("no row is wider than asked, whatever is written, and the caret is always there once", () => {
    const text = fc.array(
      fc.constantFrom("a", " ", "word", "日", "👨‍👩‍👧", "\t", "\x1b", "\u202e", "\n", "é"),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 11, max: 30 }),
        fc.nat({ max: 20 }),
        (parts, width, moves) => {
          const { editor, press } = setup({ maxRows: 5 });
          editor.setText(parts.join(""));
          for (let step = 0; step < moves; step++) press(step % 3 === 0 ? "up" : "left");
          const rows = editor.render(width);
          for (const row of rows) expect(visibleWidth(row)).toBeLessThanOrEqual(width);
          expect(rows.join("").split(CURSOR_MARKER).length).toBe(2);
          expect(/[\0-\x1a\x1c-\x1f\u202e]/.test(rows.join(""))).toBe(false);
        },
      ),
    );
  }, 60_000);

  test("Enter submits what was pasted in full, clears, and remembers", () => {
    const submitted: string[] = [];
    const { editor, type, press, rows } = setup({ onSubmit: (text) => submitted.push(text) });
    const long = Array.from({ length: 20 }, (_, line) => `${line}`).join("\n");
    type("see ");
    editor.handleInput({ type: "paste", text: long });
    expect(rows(40)[1]).toBe("see [Paste #1 +20 lines]|");
    press("enter");
    expect(submitted).toEqual([`see ${long}`]);
    expect(editor.text).toBe("");
    press("up");
    expect(editor.text).toBe(`see ${long}`);
  });

  test("keys that mean nothing to it are left to others", () => {
    const { press } = setup();
    expect(press("escape", "ctrl+c", "f5", "ctrl+p")).toEqual([false, false, false, false]);
    expect(press("ctrl+]", "escape", "escape")).toEqual([true, true, false]);
  });

  test("the placeholder stands in an empty editor only", () => {
    const { rows, type } = setup({ placeholder: "say something" });
    expect(rows(30)[1]).toBe("|(say something)");
    type("x");
    expect(rows(30)[1]).toBe("x|");
  });

  test("onChange tells the text after every change and not after moves", () => {
    const changes: string[] = [];
    const { type, press } = setup({ onChange: (text) => changes.push(text) });
    type("ab");
    press("left", "backspace", "ctrl+-");
    expect(changes).toEqual(["a", "ab", "b", "ab"]);
  });
});

const commands: CompletionProvider = {
  complete({ lines, cursor, reason }) {
    const word = /\/\w*$/.exec((lines[cursor.line] ?? "").slice(0, cursor.column));
    if (word === null && reason === "typing") return undefined;
    const items = ["/help", "/history", "/quit"]
      .filter((name) => name.startsWith(word?.[0] ?? "/"))
      .map((name) => ({ value: `${name} `, label: name }));
    return { start: word?.index ?? cursor.column, items };
  },
  hint: ({ lines }) => (lines[0] === "/help " ? "topic" : undefined),
};

describe("completion", () => {
  test("opens while typing, narrows, is walked and chosen", () => {
    const { editor, type, press, rows } = setup({ completion: commands });
    type("/h");
    expect(rows(12).slice(3)).toEqual(["→ /help", "  /history"]);
    press("down", "enter");
    expect(editor.text).toBe("/history ");
    expect(rows(12).length).toBe(3);
  });

  test("Tab takes a single proposal at once; Esc closes; Enter then submits", () => {
    const submitted: string[] = [];
    const { editor, type, press, rows } = setup({
      completion: commands,
      onSubmit: (text) => submitted.push(text),
    });
    type("/q");
    expect(press("escape")).toEqual([true]);
    expect(rows(12).length).toBe(3);
    press("tab");
    expect(editor.text).toBe("/quit ");
    press("enter");
    expect(submitted).toEqual(["/quit "]);
  });

  test("Enter submits what is typed in full, though proposals are open", () => {
    const submitted: string[] = [];
    const { type, press } = setup({
      completion: commands,
      onSubmit: (text) => submitted.push(text),
    });
    type("/help");
    press("enter");
    expect(submitted).toEqual(["/help"]);
  });

  test("an inline hint follows the caret", () => {
    const { type, rows } = setup({ completion: commands });
    type("/help ");
    expect(rows(20)[1]).toBe("/help |(topic)");
  });

  test("late answers to old questions are ignored, failures mean no proposals", async () => {
    const answers: ((completion: Completion | undefined) => void)[] = [];
    const signals: AbortSignal[] = [];
    const slow: CompletionProvider = {
      complete(_, signal) {
        signals.push(signal);
        const { promise, resolve, reject } = Promise.withResolvers<Completion | undefined>();
        answers.push((completion) => (completion ? resolve(completion) : reject(new Error("no"))));
        return promise;
      },
    };
    const { type, rows } = setup({ completion: slow });
    type("ab");
    const items = (label: string) => ({ start: 0, items: [{ value: label, label }] });
    answers[0]?.(items("old"));
    await Promise.resolve();
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    expect(rows().length).toBe(3);
    answers[1]?.(items("new"));
    await Promise.resolve();
    expect(rows().slice(3)).toEqual(["→ new"]);
    type("c");
    answers[2]?.(undefined);
    await Promise.resolve();
    await Promise.resolve();
    expect(rows().length).toBe(3);
  });
});
