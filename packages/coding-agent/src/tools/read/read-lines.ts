// Shows a text that is in memory: chosen lines, notices, and what is beyond its end.
import type { TextDocument } from "@oh-my-pi/pi-edit/document";
import { joinLines } from "@oh-my-pi/pi-edit/line";
import type { ReadOptions } from "../../services/files/file-options.ts";
import type { LineSelector } from "../../services/files/line-selector.ts";
import { selectLines } from "./select-lines.ts";
import { type LineStyle, showBlocks, type ShownText, withNotices } from "./show-text.ts";

export interface LineReading {
  readonly text: string;
  /** Line numbers that are visible, for what belongs to them. */
  readonly shown: readonly { readonly start: number; readonly end: number }[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly isBeyondEnd: boolean;
}

/** Lines of a document as a call asks for them; `style` is `plain` for what cannot be edited. */
export function readLines(
  document: TextDocument,
  selector: LineSelector | undefined,
  options: ReadOptions,
  style: LineStyle,
): LineReading {
  const total = document.lines.length;
  const isRaw = selector?.isRaw === true;
  const { blocks, missing } = selectLines(selector, total, options.defaultLimit);
  const ranges = selector?.ranges ?? [];
  const isQuiet = isRaw || ranges.length > 1;
  if (blocks.length === 0 && ranges.length === 1) {
    const text = beyondEnd(ranges[0]!.start, total);
    return { text, shown: [], details: {}, isBeyondEnd: true };
  }
  const shown = showBlocks(
    blocks.map(({ start, end }) => ({
      start,
      lines: isRaw ? rawLines(document, start, end) : plainLines(document, start, end),
    })),
    {
      style: isRaw ? "plain" : style,
      maxColumns: options.maxColumns,
      totalLines: total,
      isRaw,
      isQuiet,
    },
  );
  const skipped = missing.map((range) => skippedNotice(range, total));
  const text = [withNotices(shown), ...skipped].filter((part) => part !== "").join("\n\n");
  return { text, shown: blocks, details: detailsOf(shown), isBeyondEnd: false };
}

/** The answer to a line after the end; not an error, since asking was reasonable. */
export function beyondEnd(line: number, total: number): string {
  return `Line ${line} is beyond end of file (${total} lines total). Use :1 to read from the start, or :${total} to read the last line.`;
}

function plainLines(document: TextDocument, start: number, end: number): string[] {
  return document.lines.slice(start - 1, end).map((line) => line.text);
}

/** Line endings other than line feeds stay in the text. */
function rawLines(document: TextDocument, start: number, end: number): string[] {
  return joinLines(document.lines.slice(start - 1, end))
    .replace(end < document.lines.length ? /\n$/ : /(?!)/, "")
    .split("\n");
}

function detailsOf({ display, truncation }: ShownText): Record<string, unknown> {
  return {
    ...(display !== undefined && { displayContent: display }),
    ...(truncation !== undefined && { truncation }),
  };
}

function skippedNotice({ start, end }: { start: number; end?: number }, total: number): string {
  return `[Range ${start}-${end ?? ""} is beyond end of file (${total} lines total); skipped]`;
}
