// What a search asks and what it finds, before anything is shown. Types only.
import type { FileMatches, GrepOptions } from "@oh-my-pi/pi-natives/grep";

/** Matches of one file or archive member. */
export interface FoundFile extends Omit<FileMatches, "path"> {
  /** Absolute; for members of archives with `:member` behind it. */
  readonly path: string;
  readonly isMutable: boolean;
}

/** One page. */
export interface FoundPage {
  readonly files: readonly FoundFile[];
  readonly totalFiles: number;
  readonly skippedFiles: number;
  readonly stopped: "timeout" | "aborted" | undefined;
}

/** Everything of a search but where. */
export type SearchQuery = Omit<
  GrepOptions,
  "root" | "files" | "globs" | "skipFiles" | "maxFiles"
> & {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly signal: AbortSignal;
};

export interface Page {
  readonly skip: number;
  readonly size: number;
}
