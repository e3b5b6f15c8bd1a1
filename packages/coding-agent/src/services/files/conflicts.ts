// Merge conflicts that git left in a text: where they are and what each side says. Pure.
import type { Line } from "@oh-my-pi/pi-edit/line";

/** One block between `<<<<<<<` and `>>>>>>>`; lines count from 1 and include the markers. */
export interface Conflict {
  readonly start: number;
  readonly end: number;
  readonly ours: readonly Line[];
  readonly base: readonly Line[] | undefined;
  readonly theirs: readonly Line[];
  readonly oursLabel: string;
  readonly theirsLabel: string;
}

export type ConflictSide = "ours" | "theirs" | "base";

interface OpenBlock {
  readonly start: number;
  readonly oursLabel: string;
  part: ConflictSide;
  readonly ours: Line[];
  base: Line[] | undefined;
  readonly theirs: Line[];
}

/** All complete blocks, in the order of the text. */
export function findConflicts(lines: readonly Line[]): Conflict[] {
  const found: Conflict[] = [];
  let open: OpenBlock | undefined;
  for (const [index, line] of lines.entries()) {
    const marker = markerOf(line.text);
    if (marker?.sign === "<") {
      open = {
        start: index + 1,
        oursLabel: marker.label,
        part: "ours",
        ours: [],
        base: undefined,
        theirs: [],
      };
    } else if (open !== undefined) {
      if (marker?.sign === ">" && open.part === "theirs") {
        const { part: _, ...block } = open;
        found.push({ ...block, end: index + 1, theirsLabel: marker.label });
        open = undefined;
      } else {
        takeLine(open, line, marker?.sign);
      }
    }
  }
  return found;
}

function takeLine(open: OpenBlock, line: Line, sign: string | undefined): void {
  if (sign === "|" && open.part === "ours") {
    open.part = "base";
    open.base = [];
  } else if (sign === "=" && open.part !== "theirs") {
    open.part = "theirs";
  } else {
    open[open.part]?.push(line);
  }
}

function markerOf(text: string): { sign: string; label: string } | undefined {
  const match = /^([<|=>])\1{6}(?: (.*))?$/.exec(text);
  return match === null ? undefined : { sign: match[1] ?? "", label: (match[2] ?? "").trim() };
}
