/** A palette with string keys, turned into functions that style text at a colour level. It reads no files. */
import type { ColorLevel } from "../terminal/color-level.ts";
import { type Color, colorParameters } from "./color.ts";

/** Colours by token, and the symbols that go with them. */
export interface ThemeData {
  readonly colors: Readonly<Record<string, Color>>;
  readonly symbols?: Readonly<Record<string, string>>;
}

/** Changes the look of a text, not its columns. */
export type Style = (text: string) => string;

/** Attributes that are no colours. */
export type Attribute = "bold" | "dim" | "italic" | "underline" | "inverse" | "strike";

/** A theme ready for use. A token that the palette lacks leaves text as it is. */
export interface Theme {
  fg(token: string, text: string): string;
  bg(token: string, text: string): string;
  attribute(attribute: Attribute, text: string): string;
  /** The symbol of this name, or the fallback. */
  symbol(name: string, fallback: string): string;
}

const ATTRIBUTES: Readonly<Record<Attribute, readonly [open: string, close: string]>> = {
  bold: ["\x1b[1m", "\x1b[22m"],
  dim: ["\x1b[2m", "\x1b[22m"],
  italic: ["\x1b[3m", "\x1b[23m"],
  underline: ["\x1b[4m", "\x1b[24m"],
  inverse: ["\x1b[7m", "\x1b[27m"],
  strike: ["\x1b[9m", "\x1b[29m"],
};

/** Makes the functions of a theme for a terminal with this colour level. */
export function createTheme(data: ThemeData, level: ColorLevel): Theme {
  const foregrounds = codesOf(data, level, "fg");
  const backgrounds = codesOf(data, level, "bg");
  return {
    fg: (token, text) => surround(text, foregrounds(token), "\x1b[39m"),
    bg: (token, text) => surround(text, backgrounds(token), "\x1b[49m"),
    attribute: (attribute, text) =>
      level === "none" ? text : surround(text, ...ATTRIBUTES[attribute]),
    symbol: (name, fallback) => data.symbols?.[name] ?? fallback,
  };
}

/** The sequence of each token, worked out when it is first used: finding the nearest colour takes its time. */
function codesOf(
  { colors }: ThemeData,
  level: ColorLevel,
  layer: "fg" | "bg",
): (token: string) => string {
  const known = new Map<string, string>();
  return (token) => {
    const cached = known.get(token);
    if (cached !== undefined) return cached;
    const color = Object.hasOwn(colors, token) ? colors[token] : undefined;
    const parameters = color === undefined ? undefined : colorParameters(color, level, layer);
    const code = parameters === undefined ? "" : `\x1b[${parameters}m`;
    known.set(token, code);
    return code;
  };
}

/** Styles nest: where an inner style ends, the outer one goes on. */
function surround(text: string, open: string, close: string): string {
  if (open === "" || text === "") return text;
  const inner = text.includes(close) ? text.replaceAll(close, close + open) : text;
  return open + inner + close;
}

/** What is wrong with a palette. */
export type PaletteProblem =
  | { readonly kind: "unknown-variable"; readonly token: string; readonly variable: string }
  | { readonly kind: "cycle"; readonly token: string; readonly variables: readonly string[] }
  | { readonly kind: "invalid-color"; readonly token: string; readonly color: string };

/** Replaces the names of variables by their colours; tokens with a problem are left out and reported. */
export function resolvePalette(
  colors: Readonly<Record<string, Color>>,
  variables: Readonly<Record<string, Color>>,
): { colors: Readonly<Record<string, Color>>; problems: readonly PaletteProblem[] } {
  const resolved: Record<string, Color> = {};
  const problems: PaletteProblem[] = [];
  for (const [token, color] of Object.entries(colors)) {
    const found = followVariables(token, color, variables);
    if (typeof found === "object") problems.push(found);
    else resolved[token] = found;
  }
  return { colors: resolved, problems };
}

function followVariables(
  token: string,
  color: Color,
  variables: Readonly<Record<string, Color>>,
): Color | PaletteProblem {
  const seen: string[] = [];
  let current = color;
  while (typeof current === "string" && current !== "" && !current.startsWith("#")) {
    if (seen.includes(current)) return { kind: "cycle", token, variables: seen };
    seen.push(current);
    const next: Color | undefined = variables[current];
    if (next === undefined) return { kind: "unknown-variable", token, variable: current };
    current = next;
  }
  const isValid =
    typeof current === "number"
      ? Number.isInteger(current) && current >= 0 && current <= 255
      : current === "" || /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(current);
  return isValid ? current : { kind: "invalid-color", token, color: String(current) };
}
