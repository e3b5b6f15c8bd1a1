// What kept files from being parsed, in lines that are worth reading. Pure.
import type { FileProblem } from "@oh-my-pi/pi-natives/ast-files";

const MAX_LINES = 20;
/** A file of another language is no problem of the search. */
const SILENT: ReadonlySet<FileProblem["problem"]> = new Set(["unknown language"]);

export function parseProblems(
  problems: readonly FileProblem[],
  display: (path: string) => string,
): string[] {
  return problems
    .filter(({ problem }) => !SILENT.has(problem))
    .map(({ path, message }) => `- ${display(path)}: ${message}`);
}

/** The lines under a heading; none when there are no problems. */
export function showProblems(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MAX_LINES;
  const more = rest > 0 ? [`… ${rest} more`] : [];
  return ["Parse issues:", ...lines.slice(0, MAX_LINES), ...more];
}
