// Turns the JSON of a theme into colours: variables are followed, mistakes are named. Pure.
import { type Color, parseHex } from "@oh-my-pi/pi-tui/color";
import type { ThemeData } from "@oh-my-pi/pi-tui/theme";
import { BASE_COLORS } from "./base-colors.ts";

/** A theme that can be shown, with what is wrong with it. */
export interface ReadTheme {
  readonly data: ThemeData;
  /** Sentences for whoever wrote the theme; empty for a sound one. */
  readonly problems: readonly string[];
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Reads a theme. Tokens that it gets wrong show the terminal's own colour. */
export function readTheme(json: unknown): ReadTheme {
  if (!isRecord(json)) return { data: { colors: {} }, problems: ["a theme is a JSON object"] };
  const problems: string[] = [];
  const vars = recordAt(json, "vars", problems);
  const given = recordAt(json, "colors", problems);
  for (const token of Object.keys(given))
    if (!(token in BASE_COLORS)) problems.push(`colors.${token}: there is no such token`);
  const colors = Object.entries(BASE_COLORS).map(([token, usual]): [string, Color] => {
    const resolved = resolve(given[token] ?? usual, vars, []);
    if (typeof resolved !== "object") return [token, resolved];
    problems.push(`colors.${token}: ${resolved.problem}`);
    return [token, ""];
  });
  const symbols = recordAt(json, "symbols", problems);
  return {
    data: { colors: Object.fromEntries(colors), symbols: textsOf(symbols) },
    problems,
  };
}

function resolve(
  value: unknown,
  vars: JsonRecord,
  seen: readonly string[],
): Color | { readonly problem: string } {
  if (typeof value === "number") {
    const isIndex = Number.isInteger(value) && value >= 0 && value < 256;
    return isIndex ? value : { problem: `${value} is not one of the 256 colours` };
  }
  if (typeof value !== "string") return { problem: "a colour is a text or a number" };
  if (value === "") return value;
  if (value.startsWith("#"))
    return parseHex(value) ? value : { problem: `"${value}" is not written like #rrggbb` };
  if (seen.includes(value))
    return { problem: `vars go round in a circle: ${[...seen, value].join(" → ")}` };
  if (!Object.hasOwn(vars, value)) return { problem: `there is no variable "${value}"` };
  return resolve(vars[value], vars, [...seen, value]);
}

function recordAt(json: JsonRecord, key: string, problems: string[]): JsonRecord {
  const value = json[key] ?? {};
  if (isRecord(value)) return value;
  problems.push(`"${key}" must be an object`);
  return {};
}

function textsOf(record: JsonRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
