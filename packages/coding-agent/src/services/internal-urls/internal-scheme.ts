// What one kind of internal address can do. A scheme is a value; the router is given a list of them.
import type { InternalUrl } from "./internal-url.ts";

/** What stands behind an address: text, or a file that may be too large to hold. */
export interface InternalDocument {
  readonly text?: string;
  readonly file?: string;
  readonly contentType: "text/plain" | "text/markdown" | "application/json";
  /** A part taken out of the whole, which has no lines to page through. */
  readonly isExtract?: boolean;
}

export interface InternalEntry {
  readonly href: string;
  readonly about?: string;
}

/** One scheme. Members throw ToolFailure with a text that names what there is. */
export interface InternalScheme {
  readonly scheme: string;
  /** Whether what is read may be edited. */
  readonly isMutable: boolean;
  read(url: InternalUrl, signal: AbortSignal): Promise<InternalDocument>;
  /** Absent where the scheme is read-only. Gives the sentence that reports what was done. */
  write?(url: InternalUrl, content: string, signal: AbortSignal): Promise<string>;
  /** The file that an edit changes. */
  locate?(url: InternalUrl): string;
  list?(signal: AbortSignal): Promise<readonly InternalEntry[]>;
}
