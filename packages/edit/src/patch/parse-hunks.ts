// Owns the text form of hunks: `@@` lines and bodies of ` `, `-` and `+` lines, as in the patch and
// apply_patch variants and in unified diffs. It sees no file.

export interface HunkLine {
  readonly kind: "context" | "remove" | "add";
  readonly text: string;
}

/** One hunk; what it says about its place is a claim that the application checks. */
export interface Hunk {
  /** Texts after `@@`: lines above the hunk, outermost first. */
  readonly anchors: readonly string[];
  /** First old line by the numbers of a unified diff header. */
  readonly oldStart?: number;
  readonly lines: readonly HunkLine[];
  /** Empty input lines at the end that may be context or only spacing. */
  readonly trailingBlanks: number;
  readonly isAtEnd: boolean;
  /** `\ No newline at end of file` after an old or a new line. */
  readonly unterminated?: { readonly old: boolean; readonly new: boolean };
}

export type HunkParse =
  | { readonly ok: true; readonly hunks: readonly Hunk[] }
  | { readonly ok: false; readonly message: string };

interface OpenHunk {
  anchors: string[];
  oldStart?: number;
  lines: HunkLine[];
  trailingBlanks: number;
  isAtEnd: boolean;
  unterminated?: { old: boolean; new: boolean };
}

const END_OF_FILE = "*** End of File";
const UNIFIED_HEADER = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/u;
const FILE_HEADER =
  /^(?:diff --git |index [0-9a-f]+|--- |\+\+\+ |(?:old|new|deleted|new file) mode |similarity index |rename (?:from|to) )/u;

/** Reads the hunks of one file's diff. */
export function parseHunks(diff: string): HunkParse {
  const hunks: OpenHunk[] = [];
  const lines = diff.split("\n").map((line) => line.replace(/\r$/u, ""));
  if (lines.at(-1) === "") lines.pop();
  const skipped = countFileHeader(lines);
  for (const [index, line] of lines.entries()) {
    if (index < skipped) continue;
    const hunk = hunks.at(-1);
    const isUntouched = hunk === undefined || hunk.lines.length === 0;
    if (line.startsWith("@@")) {
      if (hunk !== undefined && isUntouched && hunk.oldStart === undefined) readHeader(line, hunk);
      else readHeader(line, openHunk(hunks));
    } else if (line.trimEnd() === END_OF_FILE) {
      if (hunk !== undefined) hunk.isAtEnd = true;
    } else if (hunk !== undefined || line !== "") {
      const target = hunk === undefined || hunk.isAtEnd ? openHunk(hunks) : hunk;
      if (!readBodyLine(line, target))
        return { ok: false, message: describeBadLine(index + 1, line) };
    }
  }
  const filled = hunks.filter((hunk) => hunk.lines.length > 0);
  return filled.length === 0
    ? { ok: false, message: "Diff contains no hunks" }
    : { ok: true, hunks: filled };
}

/** Lines of a unified diff that name its files; without a `@@` below they could be part of a hunk. */
function countFileHeader(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.startsWith("@@"));
  const head = lines.slice(0, Math.max(first, 0));
  return head.every((line) => line.trim() === "" || FILE_HEADER.test(line)) ? head.length : 0;
}

function openHunk(hunks: OpenHunk[]): OpenHunk {
  const hunk: OpenHunk = { anchors: [], lines: [], trailingBlanks: 0, isAtEnd: false };
  hunks.push(hunk);
  return hunk;
}

function readHeader(line: string, hunk: OpenHunk): void {
  const unified = UNIFIED_HEADER.exec(line);
  if (unified !== null) {
    // A header with zero old lines names the line before the insertion.
    hunk.oldStart = Number(unified[1]) + (unified[2] === "0" ? 1 : 0);
    return;
  }
  const anchor = line
    .slice(2)
    .replace(/\s*@@\s*$/u, "")
    .trim();
  if (anchor !== "") hunk.anchors.push(anchor);
}

function readBodyLine(line: string, hunk: OpenHunk): boolean {
  if (line === "") {
    hunk.lines.push({ kind: "context", text: "" });
    hunk.trailingBlanks++;
    return true;
  }
  const text = line.slice(1);
  switch (line.charAt(0)) {
    case " ":
      hunk.lines.push({ kind: "context", text });
      break;
    case "-":
      hunk.lines.push({ kind: "remove", text });
      break;
    case "+":
      hunk.lines.push({ kind: "add", text });
      break;
    case "\\":
      return readUnterminated(hunk);
    default:
      return false;
  }
  hunk.trailingBlanks = 0;
  return true;
}

function readUnterminated(hunk: OpenHunk): boolean {
  const last = hunk.lines.at(-1)?.kind;
  if (last === undefined) return false;
  hunk.unterminated ??= { old: false, new: false };
  if (last !== "add") hunk.unterminated.old = true;
  if (last !== "remove") hunk.unterminated.new = true;
  return true;
}

function describeBadLine(number: number, line: string): string {
  return `Line ${number}: ${JSON.stringify(line)} is no part of a hunk; its lines start with " " (context), "-" (remove) or "+" (add).`;
}
