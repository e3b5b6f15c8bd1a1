// How things look: styles for each kind of item, made from a theme.
import { type MarkdownStyles, markdownStyles } from "@oh-my-pi/pi-tui/markdown-styles";
import { createTheme, type Style, type ThemeData } from "@oh-my-pi/pi-tui/theme";
import type { Capabilities } from "@oh-my-pi/pi-tui/capabilities";
import type { EditorStyles } from "@oh-my-pi/pi-tui/editor";
import dark from "./themes/dark.json";
import light from "./themes/light.json";

/** Styles by what they are for. */
export interface Looks {
  readonly markdown: MarkdownStyles;
  readonly accent: Style;
  readonly border: Style;
  readonly muted: Style;
  readonly error: Style;
  /** How notices look, by tone. */
  readonly tones: Readonly<Record<"info" | "warning" | "error", Style>>;
  readonly success: Style;
  readonly tool: Style;
  readonly thinking: Style;
  readonly userLine: Style;
  readonly editor: EditorStyles;
}

/** The looks for a terminal: light on a light background, dark otherwise. */
export function createLooks({ background, colorLevel }: Capabilities): Looks {
  const data: ThemeData = background === "light" ? light : dark;
  const theme = createTheme(data, colorLevel);
  const fg =
    (token: string): Style =>
    (text) =>
      theme.fg(token, text);
  return {
    markdown: markdownStyles(theme),
    accent: fg("accent"),
    border: fg("border"),
    muted: fg("muted"),
    error: fg("error"),
    tones: { info: fg("muted"), warning: fg("warning"), error: fg("error") },
    success: fg("success"),
    tool: fg("tool"),
    thinking: (text) => theme.attribute("italic", theme.fg("thinking", text)),
    userLine: (text) => theme.bg("userBackground", theme.fg("userText", text)),
    editor: {
      border: fg("border"),
      placeholder: fg("muted"),
      selected: fg("accent"),
      description: fg("muted"),
      note: fg("muted"),
    },
  };
}
