// Owns the description of an edit over files before anything is written: steps for the executor and a
// summary per file for people and models. Plain data.

import type { TextDocument } from "../document/text-document.ts";
import type { LineChange, Refusal } from "../outcome.ts";

/** One change on disk, with the bytes that must be there before. */
export type PlanStep =
  | { readonly kind: "create"; readonly path: string; readonly after: Uint8Array }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly before: Uint8Array;
      readonly after: Uint8Array;
    }
  | {
      readonly kind: "move";
      readonly path: string;
      readonly to: string;
      readonly before: Uint8Array;
      readonly after: Uint8Array;
    }
  | {
      readonly kind: "delete";
      readonly path: string;
      readonly before: Uint8Array;
      readonly mode?: number;
    };

/** What an edit does to one file, in the order it was asked for. */
export interface FileSummary {
  readonly op: "create" | "update" | "delete";
  readonly path: string;
  readonly movedTo?: string;
  readonly before?: TextDocument;
  readonly after?: TextDocument;
  readonly changes: readonly LineChange[];
  readonly warnings: readonly string[];
}

export interface EditPlan {
  readonly steps: readonly PlanStep[];
  readonly files: readonly FileSummary[];
  /** Warnings about the call as a whole. */
  readonly warnings: readonly string[];
}

/** All files passed the preflight, or nothing may be written. */
export type PlanOutcome = { readonly ok: true; readonly plan: EditPlan } | Refusal;
