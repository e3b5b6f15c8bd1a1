// Shows lines of a file that is too large to hold: never more than the lines asked for is in memory.
// Such a file has no edit header, because its hash would need all of it.
import type { LineSelector } from "../../services/files/line-selector.ts";
import { formatSize } from "../../services/files/file-size.ts";
import { readLastLines, readLineWindow } from "../../services/files/line-window.ts";
import { beyondEnd } from "./read-lines.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";
import { MAX_LINES, selectLines } from "./select-lines.ts";
import { showBlocks, type TextBlock, withNotices } from "./show-text.ts";

const MAX_TAIL_BYTES = 1024 * 1024;
const MAX_RAW_LINE_BYTES = 48 * 1024;

export async function readLargeFile(
  absolute: string,
  size: number,
  selector: LineSelector | undefined,
  { needs, signal }: ReadContext,
): Promise<ReadResult> {
  const { maxColumns, defaultLimit } = needs.options.read;
  const meta = sourceMeta("path", absolute);
  const note = `[The file has ${formatSize(size)}; lines are shown without edit anchors]`;
  const isRaw = selector?.isRaw === true;
  const maxLineBytes = isRaw || maxColumns === undefined ? MAX_RAW_LINE_BYTES : maxColumns * 4 + 4;
  if (selector?.lastLines !== undefined) {
    const count = Math.min(selector.lastLines, MAX_LINES);
    const { lines } = await readLastLines(absolute, count, MAX_TAIL_BYTES);
    const shown = showBlocks([{ start: 1, lines: lines.map(({ text }) => text) }], {
      style: "plain",
      maxColumns,
      totalLines: lines.length,
    });
    const tail = `[Last ${lines.length} lines of ${formatSize(size)}; line numbers were not counted]`;
    return {
      content: withNotices({ ...shown, notices: [...shown.notices, tail] }),
      details: { meta },
    };
  }
  const { blocks: wanted } = selectLines(selector, Number.POSITIVE_INFINITY, defaultLimit);
  const window = await readLineWindow(absolute, wanted, maxLineBytes, signal);
  const asked = selector?.ranges[0]?.start ?? 1;
  if (window.blocks.length === 0)
    return {
      content: beyondEnd(asked, window.totalLines ?? 0),
      details: { resolvedPath: absolute },
    };
  const blocks = window.blocks.map(({ start, lines }): TextBlock => ({
    start,
    lines: lines.map(({ text, isCut }) => (isCut ? `${text}…` : text)),
  }));
  const shown = showBlocks(blocks, {
    style: isRaw ? "plain" : "numbers",
    maxColumns,
    totalLines: window.totalLines,
    isRaw,
    isQuiet: isRaw || (selector?.ranges.length ?? 0) > 1,
  });
  const { display, truncation } = shown;
  return {
    content: withNotices({ ...shown, notices: [...shown.notices, ...(isRaw ? [] : [note])] }),
    details: {
      ...(display !== undefined && { displayContent: display }),
      ...(truncation !== undefined && { truncation }),
      meta,
    },
  };
}
