// Light that moves over a text while the model works: once across and again, or back and forth. Pure.
import { LOADER_TICK_MS } from "@oh-my-pi/pi-tui/loader";
import type { Style } from "@oh-my-pi/pi-tui/theme";

export type Shimmer = "classic" | "kitt" | "disabled";

export interface ShimmerStyles {
  readonly base: Style;
  readonly bright: Style;
}

const GRAPHEMES = new Intl.Segmenter();
/** Characters that are bright at once. */
const BAND = 4;

/** The text as it looks after this long. */
export function shimmer(
  text: string,
  mode: Shimmer,
  elapsedMs: number,
  { base, bright }: ShimmerStyles,
): string {
  if (mode === "disabled") return base(text);
  const characters = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  const from = bandStart(mode, Math.floor(elapsedMs / LOADER_TICK_MS), characters.length);
  const part = (start: number, end: number, style: Style): string => {
    const shown = characters.slice(Math.max(0, start), Math.max(0, end)).join("");
    return shown === "" ? "" : style(shown);
  };
  return [
    part(0, from, base),
    part(from, from + BAND, bright),
    part(from + BAND, characters.length, base),
  ].join("");
}

/** Where the band begins; before the text and behind it nothing is bright. */
function bandStart(mode: "classic" | "kitt", tick: number, length: number): number {
  if (mode === "classic") return (tick % (length + 2 * BAND)) - BAND;
  const way = Math.max(1, length - BAND);
  const at = tick % (2 * way);
  return at <= way ? at : 2 * way - at;
}
