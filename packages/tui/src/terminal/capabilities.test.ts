/** Defends: what is known about a terminal follows from its variables and answers alone. */
import { describe, expect, test } from "bun:test";
import { type Capabilities, detectCapabilities, type Environment } from "./capabilities.ts";
import type { TerminalAnswer } from "./input-event.ts";

const black: TerminalAnswer = {
  kind: "color",
  target: "background",
  rgb: { red: 10, green: 10, blue: 20 },
};
const white: TerminalAnswer = { ...black, rgb: { red: 250, green: 250, blue: 250 } };
const sixel: TerminalAnswer = { kind: "device-attributes", attributes: [62, 4, 22] };
const version = (name: string): TerminalAnswer => ({ kind: "version", name });

type Row = [string, Environment, TerminalAnswer[], Partial<Capabilities>];

const ROWS: readonly Row[] = [
  ["nothing known", {}, [], { colorLevel: "ansi16", images: "none", background: "unknown" }],
  ["dumb", { TERM: "dumb" }, [], { colorLevel: "none", hyperlinks: false }],
  ["NO_COLOR", { NO_COLOR: "1", COLORTERM: "truecolor" }, [], { colorLevel: "none" }],
  ["FORCE_COLOR wins", { NO_COLOR: "1", FORCE_COLOR: "3" }, [], { colorLevel: "truecolor" }],
  ["256 colours", { TERM: "xterm-256color" }, [], { colorLevel: "ansi256" }],
  [
    "kitty",
    { TERM: "xterm-kitty" },
    [],
    { images: "kitty", hyperlinks: true, colorLevel: "truecolor" },
  ],
  ["iTerm2", { TERM_PROGRAM: "iTerm.app" }, [], { images: "iterm2", hyperlinks: true }],
  ["sixel by answer", { TERM: "foot" }, [sixel], { images: "sixel" }],
  ["62 is no sixel", {}, [{ kind: "device-attributes", attributes: [4, 22] }], { images: "none" }],
  ["no pictures in tmux", { TMUX: "x", KITTY_WINDOW_ID: "1" }, [sixel], { images: "none" }],
  ["dark by colour", { COLORFGBG: "0;15" }, [black], { background: "dark" }],
  ["light by colour", {}, [white], { background: "light" }],
  ["light by COLORFGBG", { COLORFGBG: "0;15" }, [], { background: "light" }],
  ["dark by COLORFGBG", { COLORFGBG: "15;default;0" }, [], { background: "dark" }],
  ["scheme wins", {}, [white, { kind: "color-scheme", scheme: "dark" }], { background: "dark" }],
];

const RESIZE: readonly [string, Environment, TerminalAnswer[], boolean[]][] = [
  ["tmux", { TMUX: "x", TERM_PROGRAM: "vscode" }, [], [true, true, false]],
  ["VS Code", { TERM_PROGRAM: "vscode" }, [], [true, false, true]],
  [
    "xterm.js by its answer",
    { TERM: "xterm-256color" },
    [version("xterm.js(6.0)")],
    [true, false, true],
  ],
  ["xterm by its answer", {}, [version("XTerm(390)")], [false, false, false]],
  ["console", { TERM: "linux" }, [], [false, false, false]],
  ["unknown", { TERM: "xterm-256color" }, [], [true, true, false]],
];

describe("capabilities", () => {
  for (const [name, env, answers, want] of ROWS) {
    test(name, () => expect(detectCapabilities(env, answers)).toMatchObject(want));
  }
  for (const [name, env, answers, want] of RESIZE) {
    test(`resize: ${name}`, () => {
      const { reflows, reflowsCursorLine, driftsBelowCursor } = detectCapabilities(
        env,
        answers,
      ).resize;
      expect([reflows, reflowsCursorLine, driftsBelowCursor]).toEqual(want);
    });
  }
});
