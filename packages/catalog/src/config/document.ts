// A document read for people: its value, where each part of it stands, and what its syntax got
// wrong. The formats have a file each.
import type { Path } from "./rules.ts";
import type { TextPlace } from "./text-place.ts";

/** Something wrong with the text itself, before its content is looked at. */
export interface SyntaxProblem extends TextPlace {
  path: Path;
  problem: string;
  allowed: string;
}

/** A text that was read. `value` is only meaningful without problems. */
export interface ReadDocument {
  value: unknown;
  problems: readonly SyntaxProblem[];
  /** Where the part at `path` stands, or its nearest parent that exists. */
  locate: (path: Path) => TextPlace;
}

/** The problem of a key that stands twice in one mapping. */
export function duplicateKey(path: Path, place: TextPlace, firstLine: number): SyntaxProblem {
  const problem = `the key "${String(path.at(-1))}" stands twice (first on line ${firstLine})`;
  return { path, ...place, problem, allowed: "each key once" };
}
