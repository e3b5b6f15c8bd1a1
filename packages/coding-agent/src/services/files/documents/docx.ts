// Text of Word files.
import { htmlToText } from "./html-to-text.ts";
import { openParts } from "./zip-parts.ts";

export async function docxText(bytes: Uint8Array): Promise<string> {
  openParts(bytes); // Says what is wrong with a damaged container in words of its own.
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  return htmlToText(value);
}
