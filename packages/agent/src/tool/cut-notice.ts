// The sentence that tells a model which part of a text it is shown. Pure.
import type { TextCut, TextLimit } from "./bound-text.ts";

/** What is shown of a text that was cut. */
export function cutNotice(cut: Omit<TextCut, "keep">, limit: Pick<TextLimit, "maxBytes">): string {
  const { totalLines, totalBytes, headLines, tailLines, keptBytes } = cut;
  const limitText = `${roundSize(limit.maxBytes)} limit`;
  if (headLines + tailLines >= totalLines) {
    return `Showing ${sizeText(keptBytes)} of ${sizeText(totalBytes)} (${limitText})`;
  }
  const head = `1-${headLines}`;
  const tail = `${totalLines - tailLines + 1}-${totalLines}`;
  if (headLines > 0 && tailLines > 0) {
    const missing = (totalLines - headLines - tailLines).toLocaleString("en-US");
    const elided = `${missing} middle lines (${sizeText(totalBytes - keptBytes)}) elided`;
    return `Showing lines ${head} and ${tail} of ${totalLines}; ${elided}`;
  }
  return `Showing lines ${headLines > 0 ? head : tail} of ${totalLines} (${limitText})`;
}

/** A number of bytes for people, with at most one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 1024 * 1024) return `${Number((bytes / 1024).toFixed(1))}KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)}MB`;
}

function roundSize(bytes: number): string {
  return sizeText(bytes < 1024 ? bytes : Math.round(bytes / 1024) * 1024);
}
