// What an undo or redo came to, in words.

/** The fields of the command's answer. */
export interface ReversalAnswer {
  readonly isDone: boolean;
  readonly turns: number;
  readonly files: readonly { readonly path: string; readonly now: string }[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}

const MOST_FILES = 20;

export function reversalText(name: "undo" | "redo", answer: ReversalAnswer): string {
  const { isDone, turns, files, refused, kept, notes } = answer;
  const count = `${turns} ${turns === 1 ? "turn" : "turns"}`;
  const did = name === "undo" ? "Took back" : "Did again";
  const named = files
    .slice(0, MOST_FILES)
    .map(({ path, now }) => `  ${path}${now === "absent" ? " (removed)" : ""}`);
  const lines = isDone
    ? [`${did} ${count}: ${files.length} ${files.length === 1 ? "file" : "files"}.`, ...named]
    : ["Nothing was changed: these files cannot be put back."];
  if (files.length > MOST_FILES) lines.push(`  and ${files.length - MOST_FILES} more`);
  if (isDone && refused.length > 0) lines.push("Left as they are:");
  lines.push(...refused.map(({ path, reason }) => `  ${path}: ${reason}`));
  if (!isDone)
    lines.push(
      `/${name}${turns > 1 && name === "undo" ? ` ${turns}` : ""} --rest puts back everything else.`,
    );
  lines.push(...kept.map((path) => `  ${path}/ stays: other files are in it`), ...notes);
  return lines.join("\n");
}
