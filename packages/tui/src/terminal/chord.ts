/** The names of keys: `ctrl+shift+p` and the like, written in one canonical way. It knows no terminal codes. */

/** Modifier keys of a chord. */
export interface Modifiers {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
  readonly super?: boolean;
}

const ORDER = ["ctrl", "alt", "shift", "super"] as const;

const MODIFIER_NAMES: ReadonlyMap<string, (typeof ORDER)[number]> = new Map([
  ["ctrl", "ctrl"],
  ["control", "ctrl"],
  ["alt", "alt"],
  ["option", "alt"],
  ["opt", "alt"],
  ["shift", "shift"],
  ["super", "super"],
  ["cmd", "super"],
  ["command", "super"],
  ["win", "super"],
]);

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["esc", "escape"],
  ["return", "enter"],
  ["del", "delete"],
  ["ins", "insert"],
  ["pgup", "pageup"],
  ["pgdn", "pagedown"],
  ["pgdown", "pagedown"],
  ["spacebar", "space"],
  ["plus", "+"],
  ["minus", "-"],
]);

const NAMED: ReadonlySet<string> = new Set(
  (
    "escape enter tab space backspace delete insert home end pageup pagedown up down left right begin " +
    "menu pause printscreen"
  ).split(" "),
);

/** The canonical name of a key with its modifiers. */
export function chordName(key: string, modifiers: Modifiers = {}): string {
  return [...ORDER.filter((name) => modifiers[name]), key].join("+");
}

/**
 * Reads a chord as people write it (`Ctrl+Shift+P`, `shift+ctrl+p`, `Esc`) into its canonical name, or says
 * that it is none with `undefined`.
 */
export function parseChord(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  const isPlusKey = lower === "+" || lower.endsWith("++");
  const fields = isPlusKey ? [...lower.slice(0, -2).split("+"), "+"] : lower.split("+");
  const key = fields.pop()?.trim() ?? "";
  const modifiers: Record<string, boolean> = {};
  for (const field of fields) {
    if (field === "" && isPlusKey) continue;
    const modifier = MODIFIER_NAMES.get(field.trim());
    if (modifier === undefined || modifiers[modifier]) return undefined;
    modifiers[modifier] = true;
  }
  const name = ALIASES.get(key) ?? key;
  return isKeyName(name) ? chordName(name, modifiers) : undefined;
}

function isKeyName(name: string): boolean {
  if (NAMED.has(name) || /^f([1-9]|[12]\d|3[0-5])$/.test(name)) return true;
  return Array.from(name).length === 1 && !/[\s\0-\x1f\x7f]/.test(name);
}

/** A chord as it is shown to people: `ctrl+shift+p` becomes `Ctrl+Shift+P`. */
export function displayChord(chord: string): string {
  const isPlusKey = chord.endsWith("+");
  const fields = (isPlusKey ? chord.slice(0, -1) : chord)
    .split("+")
    .filter((field) => field !== "");
  const shown = fields.map(
    (field) => DISPLAY.get(field) ?? field[0]?.toUpperCase() + field.slice(1),
  );
  return [...shown, ...(isPlusKey ? ["+"] : [])].join("+");
}

const DISPLAY: ReadonlyMap<string, string> = new Map([
  ["escape", "Esc"],
  ["pageup", "PageUp"],
  ["pagedown", "PageDown"],
]);
