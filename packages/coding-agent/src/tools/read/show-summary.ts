// The structure of a file with its bodies left out, and where to read them. Pure.
import { cutLine } from "@oh-my-pi/pi-edit/anchored-lines";
import type { TextDocument } from "@oh-my-pi/pi-edit/document";
import type { SummaryPart } from "../../services/code-summary.ts";
import type { LineStyle } from "./show-text.ts";

export interface ShownSummary {
  readonly text: string;
  readonly elidedLines: number;
  readonly elidedRanges: readonly string[];
}

/** Undefined when nothing is left out. */
export function showSummary(
  document: TextDocument,
  parts: readonly SummaryPart[],
  options: {
    readonly path: string;
    readonly style: LineStyle;
    readonly maxColumns: number | undefined;
  },
): ShownSummary | undefined {
  const rows: string[] = [];
  const elidedRanges: string[] = [];
  let elidedLines = 0;
  const mark = options.style === "hash" ? ":" : "|";
  const row = (label: string, text: string): string => {
    const cut = cutLine(text, options.maxColumns);
    return options.style === "plain" ? cut : `${label}${mark}${cut}`;
  };
  for (const { start, end, as, text = "" } of parts) {
    if (as === "lines") {
      for (let line = start; line <= end; line++)
        rows.push(row(String(line), document.lines[line - 1]?.text ?? ""));
      continue;
    }
    elidedRanges.push(`${start}-${end}`);
    elidedLines += as === "merged" ? end - start - 1 : end - start + 1;
    rows.push(as === "merged" ? row(`${start}-${end}`, text) : "…");
  }
  if (elidedLines === 0) return undefined;
  const footer = `[${elidedLines} lines elided; re-read needed ranges with ${options.path}:${elidedRanges.slice(0, 20).join(",")}]`;
  return { text: `${rows.join("\n")}\n\n${footer}`, elidedLines, elidedRanges };
}
