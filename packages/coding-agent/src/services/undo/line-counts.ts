// How many lines one text has more and fewer than another, as a diff would count them. Pure and bounded: texts that differ
// too much count as replaced.

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

const MOST_EDITS = 1000;

/** Undefined for what is not text. */
export function countLines(before: Uint8Array, after: Uint8Array): LineCounts | undefined {
  if (before.includes(0) || after.includes(0)) return undefined;
  const [old, young] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let [oldEnd, youngEnd] = [old.length, young.length];
  while (oldEnd > start && youngEnd > start && old[oldEnd - 1] === young[youngEnd - 1]) {
    oldEnd--;
    youngEnd--;
  }
  const [removed, added] = [oldEnd - start, youngEnd - start];
  if (removed === 0 || added === 0) return { added, removed };
  const edits = countEdits(old.slice(start, oldEnd), young.slice(start, youngEnd));
  if (edits === undefined) return { added, removed };
  const common = (removed + added - edits) / 2;
  return { added: added - common, removed: removed - common };
}

/** The least number of lines to take out and put in (Myers' greedy search). */
function countEdits(old: readonly string[], young: readonly string[]): number | undefined {
  const most = Math.min(MOST_EDITS, old.length + young.length);
  const furthest = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = diagonal + most + 1;
      const isDown =
        diagonal === -edits || (diagonal !== edits && furthest[at - 1]! < furthest[at + 1]!);
      let x = isDown ? furthest[at + 1]! : furthest[at - 1]! + 1;
      while (x < old.length && x - diagonal < young.length && old[x] === young[x - diagonal]) x++;
      furthest[at] = x;
      if (x >= old.length && x - diagonal >= young.length) return edits;
    }
  }
  return undefined;
}

function linesOf(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
