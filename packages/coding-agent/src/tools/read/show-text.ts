// Writes chosen lines the way a model reads them: numbered or not, long lines cut, within a size, with a
// notice that says what is missing. Pure.
import { cutLine } from "@oh-my-pi/pi-edit/anchored-lines";

/** `hash` and `numbers` precede each line by its number, `plain` by nothing. */
export type LineStyle = "hash" | "numbers" | "plain";

export interface TextBlock {
  readonly start: number;
  readonly lines: readonly string[];
}

export interface ShowOptions {
  readonly style: LineStyle;
  readonly maxColumns: number | undefined;
  /** Lines of the whole text, where known. */
  readonly totalLines: number | undefined;
  /** Lines as long as they are. */
  readonly isRaw?: boolean;
  /** No notice for what was left out on purpose. */
  readonly isQuiet?: boolean;
}

export interface ShownText {
  readonly text: string;
  readonly notices: readonly string[];
  /** The lines without numbers, where they are one block. */
  readonly display?: { readonly text: string; readonly startLine: number };
  readonly truncation?: {
    readonly startLine: number;
    readonly endLine: number;
    readonly totalLines?: number;
  };
}

/** Below the host's limit of 50 KB, so that header and notices fit. */
const MAX_BYTES = 48 * 1024;
/** A line that would not fit by itself is cut, whatever was asked for; a character has up to 3 bytes. */
const MAX_LINE_CHARACTERS = 15 * 1024;
const LIMIT_TEXT = "50KB limit";
const GAP = "\n\n…\n\n";

/** Lays the blocks out; what exceeds the size is left out and named. */
export function showBlocks(blocks: readonly TextBlock[], options: ShowOptions): ShownText {
  const laid = layOut(blocks, options);
  const only = blocks.length === 1 ? blocks[0] : undefined;
  const { totalLines, isQuiet = false } = options;
  const isCutShort = laid.lastLine < (totalLines ?? Number.POSITIVE_INFINITY);
  const isNoted = laid.isFull || (only !== undefined && !isQuiet && isCutShort);
  const truncation = {
    startLine: blocks[0]?.start ?? 1,
    endLine: laid.lastLine,
    ...(totalLines !== undefined && { totalLines }),
  };
  return {
    text: laid.texts.join(GAP),
    notices: [
      ...(isNoted ? [rangeNotice(truncation, laid.isFull)] : []),
      ...(laid.hasCutLine ? [`[Some lines truncated to ${columnsOf(options)} chars]`] : []),
    ],
    ...(only !== undefined && { display: { text: laid.plain.join("\n"), startLine: only.start } }),
    ...(isNoted && { truncation }),
  };
}

interface LaidOut {
  readonly texts: string[];
  /** The lines of the last block, without numbers. */
  plain: string[];
  lastLine: number;
  hasCutLine: boolean;
  isFull: boolean;
}

function layOut(blocks: readonly TextBlock[], options: ShowOptions): LaidOut {
  const laid: LaidOut = { texts: [], plain: [], lastLine: 0, hasCutLine: false, isFull: false };
  let room = MAX_BYTES;
  for (const { start, lines } of blocks) {
    if (laid.isFull) break;
    const rows: string[] = [];
    laid.plain = [];
    for (const [index, line] of lines.entries()) {
      const cut = cutLine(line, columnsOf(options));
      const row = prefix(options.style, start + index) + cut;
      room -= Buffer.byteLength(row) + 1;
      laid.isFull = room < 0;
      if (laid.isFull) break;
      laid.hasCutLine ||= cut !== line;
      rows.push(row);
      laid.plain.push(cut);
      laid.lastLine = start + index;
    }
    if (rows.length > 0) laid.texts.push(rows.join("\n"));
  }
  return laid;
}

function columnsOf({ isRaw = false, maxColumns }: ShowOptions): number {
  return isRaw || maxColumns === undefined ? MAX_LINE_CHARACTERS : maxColumns;
}

/** The text with its notices below. */
export function withNotices({ text, notices }: Pick<ShownText, "text" | "notices">): string {
  return notices.length === 0 ? text : `${text}\n\n${notices.join("\n")}`;
}

function rangeNotice(
  range: { startLine: number; endLine: number; totalLines?: number },
  isFull: boolean,
): string {
  const of = range.totalLines === undefined ? "" : ` of ${range.totalLines}`;
  const limit = isFull ? ` (${LIMIT_TEXT})` : "";
  return `[Showing lines ${range.startLine}-${range.endLine}${of}${limit}. Use :${range.endLine + 1} to continue]`;
}

function prefix(style: LineStyle, line: number): string {
  if (style === "plain") return "";
  return style === "hash" ? `${line}:` : `${line}|`;
}
