// Which lines of a text a call shows. Pure: numbers in, numbers out.
import type { LineRange, LineSelector } from "../../services/files/line-selector.ts";

/** Lines shown around a single range, where it has an end on that side. */
const LEADING_CONTEXT = 1;
const TRAILING_CONTEXT = 3;
/** Lines of one result, however many were asked for. */
export const MAX_LINES = 2900;

export interface ShownRange {
  readonly start: number;
  readonly end: number;
}

export interface Selection {
  readonly blocks: readonly ShownRange[];
  /** Ranges that begin after the end of the text. */
  readonly missing: readonly LineRange[];
}

/** `totalLines` may be Infinity where it is not known; blocks then reach past the end. */
export function selectLines(
  selector: LineSelector | undefined,
  totalLines: number,
  defaultLimit: number,
): Selection {
  const isRaw = selector?.isRaw === true;
  const limit = isRaw ? MAX_LINES : defaultLimit;
  const ranges = selector?.ranges ?? [];
  const [first] = ranges;
  if (selector?.lastLines !== undefined) {
    // A final line break counts as one more, empty, line; the lines before it are meant.
    return {
      blocks: [{ start: Math.max(1, totalLines - selector.lastLines), end: totalLines }],
      missing: [],
    };
  }
  if (first === undefined)
    return { blocks: [clip({ start: 1, end: limit }, totalLines)], missing: [] };
  const missing = ranges.filter(({ start }) => start > totalLines);
  const present = ranges.filter(({ start }) => start <= totalLines);
  const hasContext = ranges.length === 1 && !isRaw;
  const blocks = present.map(({ start, end }) => {
    const from = hasContext ? Math.max(1, start - LEADING_CONTEXT) : start;
    const to = end === undefined ? start + limit - 1 : hasContext ? end + TRAILING_CONTEXT : end;
    return clip({ start: from, end: to }, totalLines);
  });
  return { blocks: joinTouching(blocks), missing };
}

function clip({ start, end }: ShownRange, totalLines: number): ShownRange {
  return { start, end: Math.min(end, totalLines, start + MAX_LINES - 1) };
}

function joinTouching(blocks: readonly ShownRange[]): ShownRange[] {
  const joined: ShownRange[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && block.start <= last.end + 1)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, block.end) };
    else joined.push(block);
  }
  return joined;
}
