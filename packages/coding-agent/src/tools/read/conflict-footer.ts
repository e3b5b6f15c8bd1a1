// The merge conflicts of a file, as a list below its lines. Pure.
import type { Line } from "@oh-my-pi/pi-edit/line";
import type { RegisteredConflict } from "../../services/files/conflict-registry.ts";

const MAX_BLOCKS = 20;
const MAX_SIDE_LINES = 20;

const NOTICE = [
  'NOTICE: Inspect a block by reading `conflict://<N>` (add `/ours` / `/theirs` / `/base` to render a single side). Resolve with `write({ path: "conflict://<N>", content })`, or bulk-resolve every registered conflict with `write({ path: "conflict://*", content })`. Writes replace the whole conflict region (markers + all sides).',
  '`content` shorthand: a line that is exactly `@ours` / `@theirs` / `@base` / `@both` expands to that recorded section. `@both` is ours-then-theirs with no separator. Lines that are not a token pass through verbatim, so `"// keep both\\n@ours\\n@theirs"` literally writes the comment, then ours, then theirs.',
].join("\n");

/** How many there are, what the sides are called, how to resolve them, and each block. */
export function conflictFooter(conflicts: readonly RegisteredConflict[]): string {
  const count = conflicts.length;
  const shown = conflicts.slice(0, MAX_BLOCKS).map(showBlock);
  const rest = count > MAX_BLOCKS ? [`… and ${count - MAX_BLOCKS} more`] : [];
  return [
    `⚠ ${count} unresolved ${count === 1 ? "conflict" : "conflicts"} detected`,
    `- ours = ${labels(conflicts.map(({ conflict }) => conflict.oursLabel))}`,
    `- theirs = ${labels(conflicts.map(({ conflict }) => conflict.theirsLabel))}`,
    NOTICE,
    "",
    [...shown, ...rest].join("\n\n"),
  ].join("\n");
}

function labels(names: readonly string[]): string {
  return [...new Set(names)].join(", ");
}

function showBlock({ id, conflict }: RegisteredConflict): string {
  const { start, end, ours, base, theirs } = conflict;
  return [
    `──── #${id}  L${start}-${end} ────`,
    "<<< ours",
    ...sideLines(ours),
    ...(base === undefined ? [] : ["||| base", ...sideLines(base)]),
    ">>> theirs",
    ...sideLines(theirs),
  ].join("\n");
}

function sideLines(lines: readonly Line[]): string[] {
  const texts = lines.slice(0, MAX_SIDE_LINES).map((line) => line.text);
  return lines.length > MAX_SIDE_LINES
    ? [...texts, `… ${lines.length - MAX_SIDE_LINES} more lines`]
    : texts;
}
