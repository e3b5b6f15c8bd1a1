/** How many colours a terminal shows, judged from environment variables alone. */

/** From no colour at all to 16 million. */
export type ColorLevel = "none" | "ansi16" | "ansi256" | "truecolor";

const FORCED: Readonly<Record<string, ColorLevel>> = {
  "0": "none",
  false: "none",
  "1": "ansi16",
  true: "ansi16",
  "": "ansi16",
  "2": "ansi256",
  "3": "truecolor",
};

/** The colour level; `FORCE_COLOR` wins, then `NO_COLOR`. */
export function detectColorLevel(env: Readonly<Record<string, string | undefined>>): ColorLevel {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && FORCED[forced] !== undefined) return FORCED[forced];
  const term = env["TERM"] ?? "";
  if (env["NO_COLOR"] || term === "dumb") return "none";
  if (/^(truecolor|24bit)$/i.test(env["COLORTERM"] ?? "")) return "truecolor";
  if (/(-direct|kitty|ghostty|alacritty|foot|wezterm)/.test(term)) return "truecolor";
  if (env["WT_SESSION"] || env["KITTY_WINDOW_ID"]) return "truecolor";
  if (/^(iterm\.app|wezterm|ghostty|vscode|hyper)$/i.test(env["TERM_PROGRAM"] ?? "")) {
    return "truecolor";
  }
  if (term.includes("256") || env["TERM_PROGRAM"] === "Apple_Terminal") return "ansi256";
  return "ansi16";
}
