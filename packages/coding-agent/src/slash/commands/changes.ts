// The `/changes` command: what the last turns did to files.
import type { ChangedFile, ChangesReport } from "../../services/undo/describe-turns.ts";
import { defineSlashCommand } from "../slash-command.ts";

const MOST_FILES = 100;
const ARGUMENT = /^(\d+)?\s*(?:--agent[ =](\S+))?$/;

export default defineSlashCommand({
  name: "changes",
  summary: "Show what the last turns did to files",
  usage: "[turns] [--agent <id>]",
  async run(argument, { sessions, reply }) {
    const [isKnown, count, agent] = ARGUMENT.exec(argument) ?? [];
    const turns = Number(count ?? 1);
    if (isKnown === undefined || turns < 1) {
      reply("Usage: /changes [turns] [--agent <id>], for example /changes 3.");
      return;
    }
    const wish = { type: "changes", turns, ...(agent !== undefined && { agent }) };
    reply(changesText((await sessions.send(wish)) as ChangesReport));
  },
});

function changesText({ turns, leftOut, isFull, notes }: ChangesReport): string {
  const lines = turns.flatMap(({ label, files, steps }) => [
    `${label === "" ? "Between prompts" : label} (${steps.map((step) => step.label).join("; ")})`,
    ...files.slice(0, MOST_FILES).map((file) => `  ${fileLine(file)}`),
    ...(files.length > MOST_FILES ? [`  and ${files.length - MOST_FILES} more`] : []),
    `  ${files.length} ${files.length === 1 ? "file" : "files"}, +${sum(files, "added")} -${sum(files, "removed")}`,
  ]);
  if (turns.length === 0) lines.push("No turn of this session changed files.");
  if (leftOut.length > 0)
    lines.push(
      `Not journaled: ${leftOut.slice(0, 10).join(", ")}${leftOut.length > 10 ? " …" : ""}`,
    );
  if (isFull) lines.push("The tree has more files than are journaled.");
  return [...lines, ...notes].join("\n");
}

function fileLine({
  path,
  change,
  added,
  removed,
  isBinary,
  agents,
  problem,
}: ChangedFile): string {
  const counts = isBinary ? "binary" : `+${added} -${removed}`;
  const by = agents.length === 0 ? "" : ` by ${agents.join(", ")}`;
  const cannot = problem === undefined ? "" : ` (cannot be undone: ${problem})`;
  return `${change.padEnd(9)} ${path}  ${counts}${by}${cannot}`;
}

function sum(files: readonly ChangedFile[], field: "added" | "removed"): number {
  return files.reduce((total, file) => total + file[field], 0);
}
