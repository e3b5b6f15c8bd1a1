// The looks of one theme outside the terminal face, for whoever prints in omp's colours.
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { join } from "node:path";
import type { Settings } from "../../../settings/settings.ts";
import { paintCode } from "./code-colors.ts";
import { type Styled, StyleDesk } from "./style-desk.ts";
import { ThemeStore } from "./theme-store.ts";

export interface StyleSources {
  readonly agentDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Settings;
  /** Default: the one that settings ask for. */
  readonly name: string | undefined;
}

/** A theme with what can be done with it. */
export interface LoadedStyle extends Styled {
  readonly names: readonly string[];
  /** Lines of code in the colours of the theme; plain where the language is not known. */
  readonly highlight: (code: string, language: string) => Promise<readonly string[]>;
}

/** Loads the looks at the colour level that the variables tell of. */
export async function loadStyle({
  agentDir,
  env,
  settings,
  name,
}: StyleSources): Promise<LoadedStyle> {
  const store = new ThemeStore(join(agentDir, "themes"));
  const desk = new StyleDesk(store, () => settings, detectCapabilities(env));
  const styled = await desk.style(name);
  const highlighter = new Highlighter();
  return {
    ...styled,
    names: store.names(),
    highlight: async (code, language) =>
      paintCode(await highlighter.highlight(code, language), styled.looks),
  };
}
