// How the settings switch on similar matches for the engines that know them. Pure.
import type { EditOptions } from "../../services/files/file-options.ts";

/** Engine options for the threshold in force; none where edits must match exactly. */
export function fuzzyFrom({ fuzzyThreshold }: EditOptions): { fuzzy?: { threshold: number } } {
  return fuzzyThreshold === undefined ? {} : { fuzzy: { threshold: fuzzyThreshold } };
}
