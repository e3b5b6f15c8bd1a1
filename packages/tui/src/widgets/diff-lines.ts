/** Lines of a diff as data, and how to read them from a unified diff. Pure. */

/** One line of a diff; `gap` stands for lines that are left out. */
export interface DiffLine {
  readonly kind: "added" | "removed" | "context" | "gap";
  readonly text: string;
  readonly oldNumber?: number;
  readonly newNumber?: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Reads the hunks of a unified diff; file headers are left out, hunks are separated by gaps. */
export function parseUnifiedDiff(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  let isInHunk = false;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      if (isInHunk) lines.push({ kind: "gap", text: "" });
      [oldNumber, newNumber] = [Number(hunk[1]), Number(hunk[2])];
      isInHunk = true;
      continue;
    }
    if (!isInHunk) continue;
    const text = line.slice(1);
    if (line.startsWith("+")) lines.push({ kind: "added", text, newNumber: newNumber++ });
    else if (line.startsWith("-")) lines.push({ kind: "removed", text, oldNumber: oldNumber++ });
    else if (line.startsWith(" ") || line === "") {
      lines.push({ kind: "context", text, oldNumber: oldNumber++, newNumber: newNumber++ });
    } else if (!line.startsWith("\\")) isInHunk = false;
  }
  return lines;
}

/** The part of two lines in which they differ, as offsets; `undefined` when they have too little in common. */
export function changedSpan(
  before: readonly string[],
  after: readonly string[],
): { start: number; beforeEnd: number; afterEnd: number } | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (
    tail < shorter - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const common = start + tail;
  if (common * 3 < Math.max(before.length, after.length)) return undefined;
  return { start, beforeEnd: before.length - tail, afterEnd: after.length - tail };
}
