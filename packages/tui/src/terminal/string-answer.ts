/** The meaning of OSC, DCS and APC strings that terminals send as answers. */
import type { Rgb, TerminalAnswer } from "./input-event.ts";

/** Which control string an answer came in. */
export type StringKind = "osc" | "dcs" | "apc";

/** The answer inside a control string; `undefined` for what we never asked. */
export function stringAnswer(kind: StringKind, body: string): TerminalAnswer | undefined {
  if (kind === "dcs" && body.startsWith(">|")) return { kind: "version", name: body.slice(2) };
  if (kind === "apc" && body.startsWith("G")) return { kind: "graphics", message: body.slice(1) };
  if (kind !== "osc") return undefined;
  const [code, value = ""] = body.split(";", 2);
  const target = code === "10" ? "foreground" : code === "11" ? "background" : undefined;
  const rgb = parseColor(value);
  return target === undefined || rgb === undefined ? undefined : { kind: "color", target, rgb };
}

/** Reads `rgb:RRRR/GGGG/BBBB` (1 to 4 digits a channel, alpha ignored) and `#RRGGBB`. */
function parseColor(value: string): Rgb | undefined {
  const hash = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  const channels = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(value);
  const found = hash ?? channels;
  if (found === null) return undefined;
  const [red = 0, green = 0, blue = 0] = found.slice(1, 4).map(scaleChannel);
  return { red, green, blue };
}

function scaleChannel(digits: string): number {
  const max = 16 ** digits.length - 1;
  return Math.round((Number.parseInt(digits, 16) / max) * 255);
}
