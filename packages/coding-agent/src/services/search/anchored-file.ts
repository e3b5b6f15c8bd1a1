// The hash that binds shown lines of a file to its content, for edits: only where the file still holds these lines.
import type { TextDocument } from "@oh-my-pi/pi-edit/document";
import { decodeDocument } from "@oh-my-pi/pi-edit/document-bytes";
import { notebookForm } from "@oh-my-pi/pi-edit/notebook";
import { readFileSync, statSync } from "node:fs";
import type { FileMemory } from "../files/file-memory.ts";

/** Larger files are shown without anchors. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface SeenLine {
  readonly number: number;
  readonly text: string;
  /** Whether `text` is only the beginning of the line. */
  readonly isCut: boolean;
}

/** The hash of a file whose lines are as seen, which are remembered for edits; undefined where they are not. */
export function anchorLines(
  path: string,
  seen: readonly SeenLine[],
  memory: FileMemory,
): string | undefined {
  // A notebook is edited by its cells, not by the lines of its file.
  const document = notebookForm.isFor(path) ? undefined : readDocument(path);
  if (document === undefined) return undefined;
  const textAt = (number: number): string | undefined => document.lines[number - 1]?.text;
  const isAsSeen = seen.every(({ number, text, isCut }) =>
    isCut ? textAt(number)?.startsWith(text) : textAt(number) === text,
  );
  if (!isAsSeen) return undefined;
  const whole = seen.filter(({ isCut }) => !isCut);
  memory.reads.recordLines(
    path,
    document.hash,
    whole.map(({ number, text }) => [number, text] as const),
  );
  return document.hash;
}

function readDocument(path: string): TextDocument | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    const decoded = decodeDocument(readFileSync(path));
    return decoded.ok ? decoded.document : undefined;
  } catch {
    return undefined; // Gone since it was searched.
  }
}
