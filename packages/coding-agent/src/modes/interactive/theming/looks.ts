// How things look: styles for each kind of item, made from a theme at the colour level of a terminal.
import type { ColorLevel } from "@oh-my-pi/pi-tui/color-level";
import type { EditorStyles } from "@oh-my-pi/pi-tui/editor";
import { type MarkdownStyles, markdownStyles } from "@oh-my-pi/pi-tui/markdown-styles";
import { createTheme, type Style, type ThemeData } from "@oh-my-pi/pi-tui/theme";
import type { DiffStyles } from "@oh-my-pi/pi-tui/widgets/diff-view";
import type { ThemeToken } from "./base-colors.ts";
import { type SymbolPreset, symbolsOf, type Symbols } from "./symbols.ts";

/** Styles by what they are for. */
export interface Looks {
  readonly fg: (token: ThemeToken, text: string) => string;
  readonly bg: (token: ThemeToken, text: string) => string;
  readonly bold: Style;
  readonly symbols: Symbols;
  readonly accent: Style;
  readonly muted: Style;
  readonly error: Style;
  readonly success: Style;
  /** How notices look, by tone. */
  readonly tones: Readonly<Record<"info" | "warning" | "error", Style>>;
  readonly thinking: Style;
  readonly toolOutput: Style;
  readonly userLine: Style;
  readonly markdown: MarkdownStyles;
  readonly diff: DiffStyles;
  readonly editor: EditorStyles;
}

/** What looks are made from. */
export interface LooksOptions {
  readonly theme: ThemeData;
  readonly colorLevel: ColorLevel;
  readonly symbols: SymbolPreset;
}

/** The looks of an editor that follow whatever looks are in force. */
export function editorStyles(inForce: () => EditorStyles): EditorStyles {
  return {
    border: (text) => inForce().border(text),
    placeholder: (text) => inForce().placeholder(text),
    selected: (text) => inForce().selected(text),
    description: (text) => inForce().description(text),
    note: (text) => inForce().note(text),
  };
}

export function createLooks(options: LooksOptions): Looks {
  const theme = createTheme(options.theme, options.colorLevel);
  const fg = (token: ThemeToken, text: string): string => theme.fg(token, text);
  const bg = (token: ThemeToken, text: string): string => theme.bg(token, text);
  const color =
    (token: ThemeToken): Style =>
    (text) =>
      fg(token, text);
  const bold: Style = (text) => theme.attribute("bold", text);
  return {
    fg,
    bg,
    bold,
    symbols: symbolsOf(options.symbols, options.theme.symbols),
    accent: color("accent"),
    muted: color("muted"),
    error: color("error"),
    success: color("success"),
    tones: { info: color("muted"), warning: color("warning"), error: color("error") },
    thinking: (text) => theme.attribute("italic", fg("thinkingText", text)),
    toolOutput: color("toolOutput"),
    userLine: (text) => bg("userMessageBg", fg("userMessageText", text)),
    markdown: markdownStyles(theme),
    diff: {
      added: color("toolDiffAdded"),
      removed: color("toolDiffRemoved"),
      context: color("toolDiffContext"),
      number: color("dim"),
      changed: (text) => theme.attribute("inverse", text),
    },
    editor: {
      border: color("border"),
      placeholder: color("muted"),
      selected: color("accent"),
      description: color("muted"),
      note: color("muted"),
    },
  };
}
