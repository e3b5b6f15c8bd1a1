/** Defends: a field is one line, scrolls sideways with the caret, can hide secrets, and never breaks its width. */
import { describe, expect, test } from "bun:test";
import { key, keymap } from "../testing/keys.ts";
import { CURSOR_MARKER } from "../render/component.ts";
import { Input, type InputOptions } from "./input.ts";

function setup(options: Partial<InputOptions> = {}) {
  const input = new Input({ keymap, ...options });
  input.isFocused = true;
  const press = (...chords: string[]) => chords.map((chord) => input.handleInput(key(chord)));
  const row = (width: number) => input.render(width).join("\n").replaceAll(CURSOR_MARKER, "|");
  return { input, press, row };
}

describe("input", () => {
  test("scrolls so that the caret is seen", () => {
    const { input, press, row } = setup();
    input.setText("abcdefghij");
    expect(row(8)).toBe("> fghij|");
    press("home");
    expect(row(8)).toBe("> |abcdef");
    press("end", "left", "left");
    expect(row(8)).toBe("> defgh|i");
  });

  test("line breaks become spaces and Shift+Enter does nothing", () => {
    const { input, press } = setup();
    input.handleInput({ type: "paste", text: "a\n  b\r\nc" });
    press("shift+enter", "ctrl+j");
    expect(input.text).toBe("a b c");
  });

  test("submits, cancels, changes", () => {
    const log: string[] = [];
    const { press } = setup({
      onSubmit: (text) => log.push(`submit ${text}`),
      onCancel: () => log.push("cancel"),
      onChange: (text) => log.push(text),
    });
    press("x", "backspace", "y", "enter", "escape");
    expect(log).toEqual(["x", "", "y", "submit y", "cancel"]);
  });

  test("secrets are masked, placeholders vanish, controls are visible", () => {
    const secret = setup({ mask: "*", placeholder: "key" });
    expect(secret.row(20)).toBe("> |key");
    secret.input.setText("日a");
    expect(secret.row(20)).toBe("> **|");
    const open = setup({ prompt: "" });
    open.input.setText("\x1b[2J");
    expect(open.row(20)).toBe("␛[2J|");
  });
});
