// Highlighted source code as data.
import type { SyntaxRole } from "./syntax-role.ts";

/** A stretch of one line; without a role it is plain. */
export interface HighlightSpan {
  readonly text: string;
  readonly role: SyntaxRole | undefined;
}

/** One line, without its end, as spans that together are its text. */
export type HighlightedLine = readonly HighlightSpan[];
