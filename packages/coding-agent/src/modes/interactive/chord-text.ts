// Keys as people write them: `Ctrl+Shift+P`, `Esc`.

const NAMES: Readonly<Record<string, string>> = {
  escape: "Esc",
  pageup: "PageUp",
  pagedown: "PageDown",
  printscreen: "PrintScreen",
};

/** The name of a chord for people. */
export function chordText(chord: string): string {
  if (chord.endsWith("++")) return `${chordText(chord.slice(0, -2))}++`;
  return chord
    .split("+")
    .map((key) => NAMES[key] ?? key.slice(0, 1).toUpperCase() + key.slice(1))
    .join("+");
}
