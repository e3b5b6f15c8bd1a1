// Owns the idea that some files are edited in a text form of their own instead of their raw text, and
// the plain form for all others.

import { decodeDocument, encodeDocument, type DecodeOutcome } from "./document-bytes.ts";
import type { TextDocument } from "./text-document.ts";

/** Bytes to write, or why the text cannot be turned into them. */
export type EncodeOutcome =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly message: string };

/** A way to show a file as lines and to take the edited lines back. */
export interface TextForm {
  isFor(path: string): boolean;
  decode(bytes: Uint8Array): DecodeOutcome;
  /** `original` are the bytes the document was decoded from; what no edit touched must stay as it is there. */
  encode(document: TextDocument, original: Uint8Array): EncodeOutcome;
}

/** The text of the file itself. */
export const plainForm: TextForm = {
  isFor: () => true,
  decode: decodeDocument,
  encode: (document) => ({ ok: true, bytes: encodeDocument(document) }),
};
