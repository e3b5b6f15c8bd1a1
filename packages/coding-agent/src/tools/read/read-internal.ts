// Reads an internal address: a file behind it as any other file, text as it is.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { TextDocument } from "@oh-my-pi/pi-edit/document";
import { statSync } from "node:fs";
import { parseSelector, splitInternalSelector } from "../../services/files/line-selector.ts";
import { readTextFile } from "./read-file.ts";
import { readLines } from "./read-lines.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";

export async function readInternal(href: string, context: ReadContext): Promise<ReadResult> {
  const { urls, options } = context.needs;
  if (!urls.has(href)) throw new ToolFailure(`Path '${href}' not found`);
  const { path, sel } = splitInternalSelector(href);
  const selector = sel === undefined ? undefined : parseSelector(sel);
  const found = await urls.read(path, context.signal);
  const { contentType, isMutable, file, text = "" } = found;
  if (found.isExtract && selector !== undefined)
    throw new ToolFailure("Cannot combine query extraction with offset/limit");
  const meta = sourceMeta("internal", path);
  if (file !== undefined) {
    const { size } = statSync(file);
    const result = await readTextFile(
      { absolute: file, shown: file, size, isMutable, meta },
      selector,
      context,
    );
    return { ...result, details: { ...result.details, contentType, resolvedPath: file } };
  }
  const style = options.read.hasLineNumbers ? "numbers" : "plain";
  const reading = readLines(TextDocument.fromText(text), selector, options.read, style);
  return { content: reading.text, details: { ...reading.details, contentType, meta } };
}
