// Reads a file of the disk as text: structure, lines, conflicts; remembers what was shown.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { TextDocument } from "@oh-my-pi/pi-edit/document";
import { decodeDocument } from "@oh-my-pi/pi-edit/document-bytes";
import { formatHashlineHeader } from "@oh-my-pi/pi-edit/hashline/header";
import { notebookForm } from "@oh-my-pi/pi-edit/notebook";
import { readFile } from "node:fs/promises";
import { bytesInEditor } from "../../services/editor/open-buffers.ts";
import { findConflicts } from "../../services/files/conflicts.ts";
import type { LineSelector } from "../../services/files/line-selector.ts";
import { formatSize } from "../../services/files/file-size.ts";
import { isBinary, readHead } from "../../services/files/sniff.ts";
import { conflictFooter } from "./conflict-footer.ts";
import { readLargeFile } from "./read-large-file.ts";
import { readLines } from "./read-lines.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";
import { showSummary } from "./show-summary.ts";
import type { LineStyle } from "./show-text.ts";

const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
const MAX_SUMMARIZED_BYTES = 2 * 1024 * 1024;
const MAX_SUMMARIZED_LINES = 20_000;

/** A file on disk, and how a call named it. */
export interface TextFile {
  readonly absolute: string;
  readonly shown: string;
  readonly size: number;
  /** Whether lines carry anchors for edits. */
  readonly isMutable: boolean;
  readonly meta?: object;
}

export async function readTextFile(
  file: TextFile,
  selector: LineSelector | undefined,
  context: ReadContext,
): Promise<ReadResult> {
  const { absolute, shown, size } = file;
  if (isBinary(readHead(absolute)))
    return {
      content: `[Cannot read binary file '${shown}' (${formatSize(size)})]`,
      details: { resolvedPath: absolute },
    };
  if (size > MAX_WHOLE_BYTES) return readLargeFile(absolute, size, selector, context);
  const { signal, needs } = context;
  const saved = await readFile(absolute, { signal });
  const bytes = await bytesInEditor(needs.workspace.buffers, absolute, saved, signal);
  const document = decode(bytes, file, selector);
  const style = styleFor(file, selector, context);
  const meta = file.meta ?? sourceMeta("path", absolute);
  if (file.isMutable) context.needs.memory.reads.recordDocument(absolute, document);
  const header = style === "hash" ? `${formatHashlineHeader(shown, document.hash)}\n` : "";
  const conflicts = file.isMutable ? findConflicts(document.lines) : [];
  if (selector?.isConflicts) return conflictIndex(file, document, context);
  if (selector === undefined && conflicts.length === 0) {
    const summary = await summarize(file, document, style, context);
    if (summary !== undefined) {
      const { text, ...left } = summary;
      return {
        content: header + text,
        details: { displayContent: { text, startLine: 1 }, meta, summary: left },
      };
    }
  }
  const reading = readLines(document, selector, context.needs.options.read, style);
  if (reading.isBeyondEnd) return { content: reading.text, details: { resolvedPath: absolute } };
  const details = { ...reading.details, meta };
  const visible = conflicts.filter(({ start, end }) =>
    reading.shown.some((range) => range.start <= end && start <= range.end),
  );
  if (visible.length === 0 || selector?.isRaw) return { content: header + reading.text, details };
  const registered = context.needs.memory.conflicts
    .register(absolute, document, conflicts)
    .filter(({ conflict }) => visible.includes(conflict));
  return {
    content: `${header}${reading.text}\n${conflictFooter(registered)}`,
    details: { ...details, conflictCount: registered.length },
  };
}

function conflictIndex(
  { absolute, shown }: TextFile,
  document: TextDocument,
  { needs }: ReadContext,
): ReadResult {
  const registered = needs.memory.conflicts.register(
    absolute,
    document,
    findConflicts(document.lines),
  );
  const details = { meta: sourceMeta("path", absolute), conflictCount: registered.length };
  if (registered.length === 0) return { content: `No unresolved conflicts in ${shown}.`, details };
  return { content: conflictFooter(registered), details };
}

/** A notebook is shown as its cells, unless its JSON is asked for or cannot be taken apart. */
function decode(
  bytes: Uint8Array,
  file: TextFile,
  selector: LineSelector | undefined,
): TextDocument {
  const form =
    notebookForm.isFor(file.absolute) && !selector?.isRaw ? notebookForm.decode(bytes) : undefined;
  if (form?.ok) return form.document;
  const decoded = decodeDocument(bytes);
  if (decoded.ok) return decoded.document;
  throw new ToolFailure(`Cannot read '${file.shown}': ${decoded.message}`);
}

function styleFor(
  file: TextFile,
  selector: LineSelector | undefined,
  { needs }: ReadContext,
): LineStyle {
  const { hasHashLines, hasLineNumbers } = needs.options.read;
  if (selector?.isRaw) return "plain";
  if (file.isMutable && hasHashLines) return "hash";
  return hasLineNumbers ? "numbers" : "plain";
}

async function summarize(
  file: TextFile,
  document: TextDocument,
  style: LineStyle,
  { needs, signal }: ReadContext,
) {
  const { isEnabled, ...limits } = needs.options.read.summary;
  if (
    !isEnabled ||
    file.size > MAX_SUMMARIZED_BYTES ||
    document.lines.length > MAX_SUMMARIZED_LINES
  )
    return undefined;
  const parts = await needs.summary.summarize(
    { path: file.absolute, text: document.text, ...limits },
    signal,
  );
  if (parts === undefined) return undefined;
  const { maxColumns } = needs.options.read;
  return showSummary(document, parts, { path: file.shown, style, maxColumns });
}
