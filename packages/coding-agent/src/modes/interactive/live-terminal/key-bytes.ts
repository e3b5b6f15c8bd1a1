// What a terminal would send for a key: the way from our key events back to bytes, for programs that run inside.
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";

const NAMED: Readonly<Record<string, string>> = {
  enter: "\r",
  "shift+enter": "\n",
  tab: "\t",
  "shift+tab": "\x1b[Z",
  escape: "\x1b",
  backspace: "\x7f",
  delete: "\x1b[3~",
  insert: "\x1b[2~",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageup: "\x1b[5~",
  pagedown: "\x1b[6~",
  space: " ",
};

/** The bytes of a key or paste; empty for what no program needs. */
export function keyBytes(event: InputEvent): string {
  if (event.type === "paste") return event.text;
  if (event.type !== "key" || event.action === "release") return "";
  const named = NAMED[event.chord];
  if (named !== undefined) return named;
  const control = /^ctrl\+([a-z@[\\\]^_])$/.exec(event.chord)?.[1];
  if (control !== undefined) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
  const alt = /^alt\+(.)$/.exec(event.chord)?.[1];
  return alt === undefined ? event.text : `\x1b${alt}`;
}
