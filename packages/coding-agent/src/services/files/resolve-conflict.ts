// Puts an agreed text in the place of a merge conflict, and keeps every other byte. Pure.
import { TextDocument } from "@oh-my-pi/pi-edit/document";
import { joinLines, type Line, splitLines } from "@oh-my-pi/pi-edit/line";
import type { Conflict } from "./conflicts.ts";

/** A conflict with the text for it; lines that are exactly `@ours` and the like stand for a side. */
export interface Resolution {
  readonly conflict: Conflict;
  readonly content: string;
}

/** The document with all resolutions in place, or the sentence that says why not. */
export function resolveConflicts(
  document: TextDocument,
  resolutions: readonly Resolution[],
): TextDocument | string {
  const lines = [...document.lines];
  const upwards = [...resolutions].sort((a, b) => b.conflict.start - a.conflict.start);
  for (const { conflict, content } of upwards) {
    const expanded = expand(content, conflict, document.dominantEnding);
    if (typeof expanded === "string") return expanded;
    const isLast = lines[conflict.end - 1]?.ending === "";
    lines.splice(
      conflict.start - 1,
      conflict.end - conflict.start + 1,
      ...withoutLastEnding(expanded, isLast),
    );
  }
  return TextDocument.fromText(joinLines(lines), document.format);
}

function expand(content: string, conflict: Conflict, ending: Line["ending"]): Line[] | string {
  const written = splitLines(content);
  if (written.at(-1)?.text === "") written.pop();
  const lines: Line[] = [];
  for (const { text } of written) {
    const side = sideOf(text, conflict);
    if (side === "none")
      return `Conflict at lines ${conflict.start}–${conflict.end} has no base; @base cannot be used.`;
    lines.push(...(side ?? [{ text, ending }]));
  }
  return lines;
}

function sideOf(
  token: string,
  { ours, base, theirs }: Conflict,
): readonly Line[] | "none" | undefined {
  switch (token) {
    case "@ours":
      return ours;
    case "@theirs":
      return theirs;
    case "@both":
      return [...ours, ...theirs];
    case "@base":
      return base ?? "none";
    default:
      return undefined;
  }
}

function withoutLastEnding(lines: readonly Line[], isLast: boolean): Line[] {
  if (!isLast) return [...lines];
  return lines.map((line, index) => (index === lines.length - 1 ? { ...line, ending: "" } : line));
}
