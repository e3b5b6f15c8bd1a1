// Owns the way from bytes to a document and back. The two are inverse for every byte sequence that
// is accepted; what cannot be edited safely as text is refused, never converted.

import type { Encoding } from "./encoding.ts";
import { TextDocument, type DocumentFormat } from "./text-document.ts";

/** A document, or why these bytes cannot be edited as lines of text. */
export type DecodeOutcome =
  | { readonly ok: true; readonly document: TextDocument }
  | { readonly ok: false; readonly message: string };

/** Reads a file's bytes; `encodeDocument` of the result gives the same bytes. */
export function decodeDocument(bytes: Uint8Array): DecodeOutcome {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) {
    return refuse("it is UTF-32");
  }
  if (startsWith(bytes, [0xff, 0xfe])) return decodeUtf16(bytes, "utf-16le");
  if (startsWith(bytes, [0xfe, 0xff])) return decodeUtf16(bytes, "utf-16be");
  if (looksLikeBareUtf16(bytes)) return refuse("it looks like UTF-16 without a byte order mark");
  const hasBom = startsWith(bytes, [0xef, 0xbb, 0xbf]);
  const content = hasBom ? bytes.subarray(3) : bytes;
  const text = decodeUtf8(content);
  if (text !== undefined) return accept(text, { encoding: "utf-8", hasBom });
  if (bytes.includes(0)) return refuse("it is binary");
  const encoding = hasUtf8Sequence(bytes) ? "opaque" : "latin1";
  return accept(toBuffer(bytes).toString("latin1"), { encoding, hasBom: false });
}

/** The bytes of a document, byte order mark included. */
export function encodeDocument(document: TextDocument): Uint8Array {
  const { encoding, hasBom } = document.format;
  const text = hasBom ? `\ufeff${document.text}` : document.text;
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "latin1" || encoding === "opaque") return toBytes(Buffer.from(text, "latin1"));
  const units = Buffer.from(text, "utf16le");
  return toBytes(encoding === "utf-16be" ? units.swap16() : units);
}

function accept(text: string, format: DocumentFormat): DecodeOutcome {
  return { ok: true, document: TextDocument.fromText(text, format) };
}

function refuse(cause: string): DecodeOutcome {
  return { ok: false, message: `the file cannot be edited as text: ${cause}` };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // Not UTF-8: the caller keeps the bytes as they are.
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: Encoding): DecodeOutcome {
  if (bytes.length % 2 !== 0) return refuse("it is UTF-16 with half a character at its end");
  const content = Buffer.from(bytes.subarray(2));
  const units = encoding === "utf-16be" ? content.swap16() : content;
  return accept(units.toString("utf16le"), { encoding, hasBom: true });
}

/** Mostly-ASCII UTF-16 has a zero in every other byte; a line break there is two bytes, not one. */
function looksLikeBareUtf16(bytes: Uint8Array): boolean {
  if (bytes.length < 2 || bytes.length % 2 !== 0 || !bytes.includes(0)) return false;
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  return Math.min(even, odd) === 0 && Math.max(even, odd) * 5 >= bytes.length * 2;
}

function hasUtf8Sequence(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  return /[^\u0000-\u007f\ufffd]/u.test(text) || includesReplacementCharacter(bytes);
}

function includesReplacementCharacter(bytes: Uint8Array): boolean {
  return toBuffer(bytes).includes(Buffer.from([0xef, 0xbf, 0xbd]));
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, at) => bytes[at] === byte);
}

function toBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
