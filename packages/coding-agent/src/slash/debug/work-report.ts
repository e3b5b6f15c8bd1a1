// What `/debug work` shows: where the time of a session went, as a table, as folded stacks or as a flame graph.
import { drawFlameGraph } from "@oh-my-pi/pi-natives/flame-graph";
import { foldWork, sumWork, type WorkSpan } from "@oh-my-pi/pi-natives/work-profile";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { textTable } from "../text-table.ts";

/** Sums by name and the folded stacks, in microseconds. */
export function workText(spans: readonly WorkSpan[]): string {
  if (spans.length === 0) return "Nothing was done yet.";
  const rows = sumWork(spans).map(({ name, count, totalMs, longestMs }) => [
    sanitizeForeign(name),
    String(count),
    `${totalMs.toFixed(0)} ms`,
    `${longestMs.toFixed(0)} ms`,
  ]);
  const table = textTable([["work", "count", "in all", "longest"], ...rows]);
  return [...table, "", "Folded stacks (µs):", sanitizeForeign(foldWork(spans).trimEnd())].join(
    "\n",
  );
}

/** A picture for files that end with `.svg`, else the stacks that other programs draw. */
export function workFile(path: string, spans: readonly WorkSpan[]): string {
  const folded = foldWork(spans);
  return path.endsWith(".svg") ? drawFlameGraph(folded, "omp") : folded;
}
