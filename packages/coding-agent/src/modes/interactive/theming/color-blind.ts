// A palette in which nothing depends on telling red from green: what was green is blue.
import type { ThemeData } from "@oh-my-pi/pi-tui/theme";

const GREEN_TOKENS = [
  "success",
  "toolDiffAdded",
  "statusLineGitClean",
  "statusLineStaged",
  "bashMode",
] as const;

/** The theme with its blue wherever green would say that something is well. */
export function withoutGreen(data: ThemeData): ThemeData {
  const blue = data.colors["accent"] ?? "";
  const changed = Object.fromEntries(GREEN_TOKENS.map((token) => [token, blue]));
  return { ...data, colors: { ...data.colors, ...changed } };
}
