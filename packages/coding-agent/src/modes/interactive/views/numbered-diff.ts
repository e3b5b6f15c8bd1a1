// Reads the diffs that edits leave behind: a sign, a line number, a colon and the line. Pure.
import { type DiffLine, parseUnifiedDiff } from "@oh-my-pi/pi-tui/widgets/diff-lines";

const ROW = /^([ +-])(\d+):(.*)$/s;

/** Lines of a diff, whether numbered line by line or unified. */
export function readDiff(patch: string): DiffLine[] {
  if (/^@@ /m.test(patch)) return parseUnifiedDiff(patch);
  return patch.split("\n").map(readRow);
}

function readRow(row: string): DiffLine {
  const [, sign, digits, text = ""] = ROW.exec(row) ?? [];
  const number = Number(digits);
  if (sign === "+") return { kind: "added", text, newNumber: number };
  if (sign === "-") return { kind: "removed", text, oldNumber: number };
  if (sign === " ") return { kind: "context", text, newNumber: number };
  return { kind: "gap", text: "" };
}
