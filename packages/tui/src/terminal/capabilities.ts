/** What a terminal can do, judged from environment variables and its own answers. Pure: it reads nothing itself. */
import { type ColorLevel, detectColorLevel } from "./color-level.ts";
import type { TerminalAnswer } from "./input-event.ts";

/** Environment variables as plain data. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a terminal treats what is on screen when its width changes. */
export interface ResizeModel {
  /** Lines that no longer fit are wrapped, and joined again later; otherwise they are cut. */
  readonly reflows: boolean;
  /** The line with the cursor is wrapped like the others. */
  readonly reflowsCursorLine: boolean;
  /** The cursor is pushed down by rows that wrapping added below it. */
  readonly driftsBelowCursor: boolean;
}

/** How pictures can be shown. */
export type ImageProtocol = "kitty" | "iterm2" | "sixel" | "none";

/** What a terminal can do. */
export interface Capabilities {
  readonly colorLevel: ColorLevel;
  readonly images: ImageProtocol;
  readonly hyperlinks: boolean;
  readonly background: "dark" | "light" | "unknown";
  readonly resize: ResizeModel;
}

const EXACT: ResizeModel = { reflows: true, reflowsCursorLine: true, driftsBelowCursor: false };
const XTERM_JS: ResizeModel = { reflows: true, reflowsCursorLine: false, driftsBelowCursor: true };
const FIXED: ResizeModel = { reflows: false, reflowsCursorLine: false, driftsBelowCursor: false };

/** The capabilities of the terminal behind these variables and answers. */
export function detectCapabilities(
  env: Environment,
  answers: readonly TerminalAnswer[] = [],
): Capabilities {
  const name = terminalName(env, answers);
  return {
    colorLevel: detectColorLevel(env),
    images: imageProtocol(name, env, answers),
    hyperlinks: HYPERLINKS.test(name),
    background: background(env, answers),
    resize: RESIZE_MODELS.find(([pattern]) => pattern.test(name))?.[1] ?? EXACT,
  };
}

/** Terminals by the name that {@link terminalName} gives them. */
const RESIZE_MODELS: readonly (readonly [RegExp, ResizeModel])[] = [
  [/^(vscode|xterm\.js|hyper|tabby)/, XTERM_JS],
  [/^(xterm\(|xterm$|linux|screen|st$|st-|rxvt|dumb)/, FIXED],
];
const HYPERLINKS =
  /^(kitty|ghostty|wezterm|iterm|vscode|xterm\.js|foot|alacritty|konsole|vte|windows-terminal|tmux)/;

/** One lower-case name for the program that draws, the innermost one where several are nested. */
function terminalName(env: Environment, answers: readonly TerminalAnswer[]): string {
  if (env["TMUX"]) return "tmux";
  if (env["STY"]) return "screen";
  const version = answers.find((answer) => answer.kind === "version");
  if (version !== undefined) return version.name.toLowerCase();
  if (env["KITTY_WINDOW_ID"]) return "kitty";
  if (env["WT_SESSION"]) return "windows-terminal";
  if (env["TERM_PROGRAM"]) return env["TERM_PROGRAM"].toLowerCase();
  if (env["KONSOLE_VERSION"]) return "konsole";
  if (env["VTE_VERSION"]) return "vte";
  if (env["XTERM_VERSION"]) return "xterm";
  const term = env["TERM"] ?? "";
  return /^(xterm-(kitty|ghostty)|alacritty|foot|linux|screen|st|rxvt|dumb)/.test(term)
    ? term.replace(/^xterm-/, "")
    : "unknown";
}

function imageProtocol(
  name: string,
  env: Environment,
  answers: readonly TerminalAnswer[],
): ImageProtocol {
  // A multiplexer swallows pictures meant for the terminal around it.
  if (env["TMUX"] || env["STY"]) return "none";
  const graphics = answers.find((answer) => answer.kind === "graphics");
  if (graphics?.message.endsWith(";OK") === true || /^(kitty|ghostty)/.test(name)) return "kitty";
  if (/^(iterm|wezterm)/.test(name)) return "iterm2";
  const device = answers.find((answer) => answer.kind === "device-attributes");
  return device?.attributes.slice(1).includes(4) === true ? "sixel" : "none";
}

function background(
  env: Environment,
  answers: readonly TerminalAnswer[],
): Capabilities["background"] {
  const scheme = answers.findLast((answer) => answer.kind === "color-scheme");
  if (scheme !== undefined) return scheme.scheme;
  const color = answers.findLast(
    (answer) => answer.kind === "color" && answer.target === "background",
  );
  if (color?.kind === "color") {
    const { red, green, blue } = color.rgb;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? "dark" : "light";
  }
  const index = Number(/;(\d+)$/.exec(env["COLORFGBG"] ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(index)) return "unknown";
  return index === 7 || index > 8 ? "light" : "dark";
}
