// A colour of its own for each named session, made from its name. Pure.
import type { Style } from "@oh-my-pi/pi-tui/theme";
import type { ThemeToken } from "../theming/base-colors.ts";
import type { Looks } from "../theming/looks.ts";

/** Colours that a theme keeps apart from one another. */
const TOKENS: readonly ThemeToken[] = [
  "syntaxKeyword",
  "syntaxFunction",
  "syntaxString",
  "syntaxNumber",
  "syntaxType",
  "syntaxOperator",
];

/** The style of the name; undefined for a session without one. */
export function sessionAccent(
  name: string | undefined,
  { fg }: Pick<Looks, "fg">,
): Style | undefined {
  if (name === undefined) return undefined;
  const token = TOKENS[Bun.hash.xxHash32(name) % TOKENS.length] ?? "accent";
  return (text) => fg(token, text);
}
