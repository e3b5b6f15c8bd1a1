// Reads a page of the web: a header that says how it came, then its text.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { TextDocument } from "@oh-my-pi/pi-edit/document";
import { documentType, extractDocument } from "../../services/files/documents/extract-document.ts";
import { parseSelector, splitUrlSelector } from "../../services/files/line-selector.ts";
import type { FetchedPage } from "../../services/web-fetch.ts";
import { readImage } from "./read-image.ts";
import { readLines } from "./read-lines.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";

const IMAGE_LIMITS = { maxSide: 1568, maxBytes: 300 * 1024 };

export async function readWeb(
  address: string,
  context: ReadContext & Pick<ToolContext, "toolName">,
): Promise<ReadResult> {
  const { options, web } = context.needs;
  if (!options.read.canFetch)
    throw new ToolFailure("Reading web addresses is switched off (fetch.enabled is false).");
  const { path: url, sel } = splitUrlSelector(address);
  const selector = sel === undefined ? undefined : parseSelector(sel);
  const recalled = selector === undefined ? undefined : web.recall(url);
  const page = recalled ?? (await web.fetch(url, context.signal));
  const details = {
    kind: "url",
    url,
    finalUrl: page.finalUrl,
    contentType: page.contentType,
    method: page.method,
    notes: page.notes,
    truncated: false,
    meta: sourceMeta("url", page.finalUrl),
  };
  if (page.method === "image" && page.bytes !== undefined) {
    const image = await readImage(page.bytes, url, details.meta, context, IMAGE_LIMITS);
    return { ...image, details: { ...details, ...image.details } };
  }
  const text = page.bytes === undefined ? page.text : await documentText(page);
  const reading = readLines(TextDocument.fromText(text), selector, options.read, "plain");
  const content = `${header(page)}\n\n---\n\n${reading.text}`;
  const truncated = "truncation" in reading.details;
  // Paging goes on in what was fetched; the artifact is there when that is long forgotten.
  const artifactId =
    truncated && recalled === undefined
      ? context.needs.artifacts.save(context.toolName, text)
      : undefined;
  if (artifactId === undefined) return { content, details: { ...details, truncated } };
  const kept = `[Read artifact://${artifactId} for full output]`;
  return { content: `${content}\n${kept}`, details: { ...details, truncated, artifactId } };
}

function header({ url, finalUrl, contentType, method, notes }: FetchedPage): string {
  return [
    `URL: ${finalUrl === "" ? url : finalUrl}`,
    ...(contentType === "" ? [] : [`Content-Type: ${contentType}`]),
    `Method: ${method}`,
    ...(notes.length === 0 ? [] : [`Notes: ${notes.join("; ")}`]),
  ].join("\n");
}

async function documentText({
  contentType,
  bytes = new Uint8Array(),
}: FetchedPage): Promise<string> {
  const type = documentType({ contentType });
  if (type === undefined)
    return `[Cannot show ${contentType || "binary"} content of ${bytes.length} bytes]`;
  const extracted = await extractDocument(type, bytes);
  return extracted.ok ? extracted.text : `[Cannot read ${type} file: ${extracted.problem}]`;
}
