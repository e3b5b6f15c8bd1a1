// What each preset of the status line shows, and what stands between its parts. Data only.
import type { SegmentName } from "./segments.ts";

export interface StatusPreset {
  readonly left: readonly SegmentName[];
  readonly right: readonly SegmentName[];
}

export const PRESETS: Readonly<Record<string, StatusPreset>> = {
  default: {
    left: ["pi", "model", "path", "git", "queue"],
    right: ["session_name", "token_total", "cost", "context_pct"],
  },
  minimal: { left: ["path", "git", "queue"], right: ["context_pct"] },
  compact: { left: ["model", "git", "queue"], right: ["cost", "context_pct"] },
  full: {
    left: ["pi", "hostname", "model", "path", "git", "queue"],
    right: [
      "session_name",
      "token_in",
      "token_out",
      "cache_read",
      "cache_write",
      "token_rate",
      "cost",
      "context_pct",
      "time_spent",
    ],
  },
  nerd: {
    left: ["pi", "model", "path", "git", "session", "queue"],
    right: ["token_in", "token_out", "cache_hit", "cost", "context_pct", "time_spent"],
  },
  ascii: {
    left: ["model", "path", "git", "queue"],
    right: ["token_total", "cost", "context_pct"],
  },
};

/** What stands between two parts. */
export const SEPARATORS: Readonly<Record<string, string>> = {
  powerline: " \ue0b0 ",
  "powerline-thin": " · ",
  slash: " / ",
  pipe: " │ ",
  block: " ▌ ",
  none: "  ",
  ascii: " | ",
};
