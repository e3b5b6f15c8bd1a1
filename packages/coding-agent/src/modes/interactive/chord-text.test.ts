// Keys are written as people write them, and read back as the same keys.
import { expect, test } from "bun:test";
import { parseChord } from "@oh-my-pi/pi-tui/chord";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { appActions } from "./actions/index.gen.ts";
import { chordText } from "./chord-text.ts";

test.each([
  ["ctrl+c", "Ctrl+C"],
  ["escape", "Esc"],
  ["alt+shift+l", "Alt+Shift+L"],
  ["ctrl++", "Ctrl++"],
  ["pagedown", "PageDown"],
])("%s is written %s", (chord, text) => expect(chordText(chord)).toBe(text));

test("what is written can be put into keybindings.json as it stands", () => {
  const chords = [...appActions, ...WIDGET_ACTIONS].flatMap(({ defaults }) => defaults);
  for (const chord of chords) expect(parseChord(chordText(chord))).toBe(parseChord(chord));
});
