// Reads a document (PDF, Word, slides, sheets, books) as text.
import { TextDocument } from "@oh-my-pi/pi-edit/document";
import { readFile } from "node:fs/promises";
import {
  type DocumentType,
  extractDocument,
} from "../../services/files/documents/extract-document.ts";
import { formatSize } from "../../services/files/file-size.ts";
import type { LineSelector } from "../../services/files/line-selector.ts";
import { readLines } from "./read-lines.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";

const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;

export async function readDocument(
  type: DocumentType,
  file: { readonly absolute: string; readonly size: number },
  selector: LineSelector | undefined,
  { needs, signal }: ReadContext,
): Promise<ReadResult> {
  const details = { meta: sourceMeta("path", file.absolute), resolvedPath: file.absolute };
  if (file.size > MAX_DOCUMENT_BYTES)
    return {
      content: `[Cannot read ${type} file: it has ${formatSize(file.size)}, more than 50MB]`,
      details,
    };
  const extracted = await extractDocument(type, await readFile(file.absolute, { signal }));
  if (!extracted.ok)
    return { content: `[Cannot read ${type} file: ${extracted.problem}]`, details };
  const { read } = needs.options;
  const style = read.hasLineNumbers ? "numbers" : "plain";
  const reading = readLines(TextDocument.fromText(extracted.text), selector, read, style);
  return { content: reading.text, details: { ...reading.details, ...details } };
}
