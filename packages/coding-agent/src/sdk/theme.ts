// omp's themes for a program that prints in them. The terminal face and its library are loaded when a theme is.
import type { ThemeToken } from "../modes/interactive/theming/base-colors.ts";
import { agentPaths } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import { hostAt, type Place } from "./place.ts";

/** A theme at the colour level of the terminal; without colours its texts stay as they are. */
export interface Theme {
  readonly name: string;
  /** Every theme there is. */
  readonly names: readonly string[];
  /** What is wrong with the theme's file, a sentence each. */
  readonly problems: readonly string[];
  /** The text in the colour of a token such as `accent` or `toolDiffAdded`. */
  fg(token: ThemeToken, text: string): string;
  bg(token: ThemeToken, text: string): string;
  bold(text: string): string;
  /** Lines of code in the colours of the theme; plain where the language is not known. */
  highlight(code: string, language: string): Promise<readonly string[]>;
}

/** Loads a theme by name, or the one that settings ask for. Throws UserError for a name that there is none of. */
export async function initTheme(name?: string, place: Place = {}): Promise<Theme> {
  const { loadStyle } = await import("../modes/interactive/theming/load-style.ts");
  const { userSettings } = await import("../assemble/session-settings.ts");
  const host = hostAt(place);
  const { agentDir } = agentPaths(host);
  const settings = await userSettings(host);
  const { themeName, names, problems, looks, highlight } = await loadStyle({
    agentDir,
    env: host.env,
    settings,
    name,
  });
  if (name !== undefined && !names.includes(name))
    throw new UserError(`There is no theme "${name}"; there are ${names.join(", ")}.`);
  return {
    name: themeName,
    names,
    problems,
    fg: looks.fg,
    bg: looks.bg,
    bold: looks.bold,
    highlight,
  };
}
