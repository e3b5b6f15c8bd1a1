// Runs a call of `read`: a file as anchored lines, a directory as a list.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { formatHashLines } from "@oh-my-pi/pi-edit/anchored-lines";
import { decodeDocument } from "@oh-my-pi/pi-edit/document-bytes";
import { hashFile } from "@oh-my-pi/pi-edit/file-hash";
import { formatHashlineHeader } from "@oh-my-pi/pi-edit/hashline/header";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Workspace } from "../../services/workspace.ts";
import { type LineSelector, splitSelector } from "./line-selector.ts";
import type { ReadArguments } from "./parameters.ts";

const DEFAULT_LINES = 300;
const MAX_COLUMNS = 768;

export function run(
  context: ToolContext<{ workspace: Workspace }>,
  args: ReadArguments,
): { content: string; details: object } {
  const { workspace } = context.needs;
  const { path, lines } = splitTarget(args.path, workspace);
  const absolute = workspace.resolve(path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) throw new ToolFailure(`Path '${path}' not found`);
  if (stats.isDirectory())
    return { content: listDirectory(absolute), details: { kind: "directory" } };
  return readText(absolute, workspace.display(absolute), lines);
}

/** A name that really ends like a selector is that name. */
function splitTarget(path: string, workspace: Workspace): { path: string; lines?: LineSelector } {
  return statSync(workspace.resolve(path), { throwIfNoEntry: false }) === undefined
    ? splitSelector(path)
    : { path };
}

function readText(
  absolute: string,
  shown: string,
  lines: LineSelector | undefined,
): { content: string; details: object } {
  const decoded = decodeDocument(readFileSync(absolute));
  if (!decoded.ok) throw new ToolFailure(`Cannot read '${shown}': ${decoded.message}`);
  const { document } = decoded;
  const total = document.lines.length;
  const start = lines?.start ?? 1;
  if (start > total)
    throw new ToolFailure(
      `Line ${start} is beyond end of file (${total} lines total). Use :1 to read from the start or :${total} for the last line.`,
    );
  const end = Math.min(
    total,
    lines === undefined ? DEFAULT_LINES : (lines.end ?? start + DEFAULT_LINES - 1),
  );
  const header = formatHashlineHeader(shown, hashFile(document.text));
  const body = formatHashLines(document, { range: { start, end }, maxColumns: MAX_COLUMNS });
  const notice =
    end < total && lines?.end === undefined
      ? `\n\n[Showing lines ${start}-${end} of ${total}. Use :${end + 1} to continue]`
      : "";
  return {
    content: `${header}\n${body}${notice}`,
    details: { kind: "file", totalLines: total, start, end },
  };
}

function listDirectory(path: string): string {
  const entries = readdirSync(path, { withFileTypes: true });
  if (entries.length === 0) return "(empty directory)";
  return entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
    .join("\n");
}
