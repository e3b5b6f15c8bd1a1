// A file of standing instructions as it is found: where it lies, who wrote it for which program, what it says.

/** Whose rules they are: the person's own, or a project's. */
export type ContextFileLevel = "user" | "project";

/** Standing instructions and where they come from. */
export interface ContextFile {
  /** Absolute path. */
  readonly path: string;
  readonly level: ContextFileLevel;
  /** Which program's convention it follows: `native`, `claude`, `agents-md` … */
  readonly source: string;
  /** Made safe to read: no control or invisible characters, never longer than the limit. */
  readonly text: string;
}

/** What was found, and what the user should know about it. */
export interface FoundContextFiles {
  readonly files: readonly ContextFile[];
  readonly notes: readonly string[];
}
