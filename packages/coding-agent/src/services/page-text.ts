// Turns the body of a web page into text for a model, by what it says it is.
import { feedText, isFeed } from "./feed-text.ts";
import { htmlToText } from "./files/documents/html-to-text.ts";

export interface PageText {
  readonly method: "json" | "feed" | "text" | "html" | "image" | "document" | "raw";
  readonly text: string;
  readonly isBinary: boolean;
}

const DOCUMENT = /^application\/(?:pdf|epub\+zip|rtf|vnd\.openxmlformats-officedocument\..+)$/;

/** The text of a body; empty where it is an image, a document or other bytes. */
export async function pageText(contentType: string, bytes: Uint8Array): Promise<PageText> {
  if (contentType.startsWith("image/") && contentType !== "image/svg+xml")
    return { method: "image", text: "", isBinary: true };
  if (DOCUMENT.test(contentType)) return { method: "document", text: "", isBinary: true };
  if (bytes.subarray(0, 8192).includes(0)) return { method: "raw", text: "", isBinary: true };
  const text = new TextDecoder().decode(bytes);
  if (/[/+]json$/.test(contentType))
    return { method: "json", text: prettyJson(text), isBinary: false };
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType))
    return { method: "html", text: await htmlToText(text), isBinary: false };
  if (isFeed(text)) return { method: "feed", text: await feedText(text), isBinary: false };
  return { method: "text", text, isBinary: false };
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A server may call anything JSON; then its words are shown as they are.
    return text;
  }
}
