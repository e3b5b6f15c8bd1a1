// What a file is, by its first bytes rather than by its name.
import { closeSync, openSync, readSync } from "node:fs";

const HEAD_BYTES = 8192;

/** The first bytes of a file. */
export function readHead(path: string): Uint8Array {
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}

/** True for bytes that are no text: a zero among them, and no mark of UTF-16. */
export function isBinary(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !isUtf16 && head.includes(0);
}

/** The media type of an image that models accept, or undefined. */
export function imageType(head: Uint8Array): string | undefined {
  const latin = Buffer.from(head.subarray(0, 16)).toString("latin1");
  if (latin.startsWith("\u0089PNG\r\n")) return "image/png";
  if (latin.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(latin)) return "image/gif";
  return /^RIFF.{4}WEBP/s.test(latin) ? "image/webp" : undefined;
}
