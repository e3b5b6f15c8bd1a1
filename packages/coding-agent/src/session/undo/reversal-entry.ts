// What the conversation keeps of an undo or redo: the model reads that files are no longer as it left them.
import type { ReversalReport } from "../../services/undo/undo-report.ts";
import type { NewEntry } from "../log/entry.ts";

/** `customType` of the entry. */
const REVERSAL_TYPE = "omp.undo";

const MOST_NAMED = 50;

export function reversalEntry(report: ReversalReport): NewEntry {
  const { direction, turns, files, refused } = report;
  const names = files.slice(0, MOST_NAMED).map(({ path }) => `- ${path}`);
  const more = files.length - names.length;
  const did = direction === "undo" ? "took back" : "brought back";
  const lines = [
    `The user ${did} the file changes of the last ${turns === 1 ? "turn" : `${turns} turns`}. These files are different now; read them again before you edit them:`,
    ...names,
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...refused.map(({ path }) => `- not touched: ${path}`),
  ];
  return {
    type: "custom_message",
    customType: REVERSAL_TYPE,
    content: lines.join("\n"),
    display: true,
    attribution: "user",
    details: {
      direction,
      turns,
      files: files.map(({ path }) => path),
      refused: refused.map(({ path, reason }) => ({ path, reason })),
    },
  };
}
