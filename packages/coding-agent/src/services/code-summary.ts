// The structure of code without its bodies: what is asked and what comes back. Who parses is decided by
// whoever binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

export interface CodeSummaryRequest {
  /** For the language. */
  readonly path: string;
  readonly text: string;
  readonly minBodyLines: number;
  readonly minCommentLines: number;
  readonly includesProse: boolean;
}

/** Lines `start` to `end`, counted from 1: shown as they are, shown as one line of `text`, or left out. */
export interface SummaryPart {
  readonly start: number;
  readonly end: number;
  readonly as: "lines" | "merged" | "elided";
  /** For `merged`: the opening and closing line with `..` between. */
  readonly text?: string;
}

export interface CodeSummary {
  /** Parts that cover the text in order; undefined where there is nothing to summarize. */
  summarize(
    request: CodeSummaryRequest,
    signal: AbortSignal,
  ): Promise<readonly SummaryPart[] | undefined>;
}

/** `read` declares this need. */
export const codeSummaryNeed = defineNeed<CodeSummary>("code-summary");

/** Where no parser is bound, files are shown by their first lines. */
export const withoutCodeSummary: CodeSummary = { summarize: async () => undefined };
