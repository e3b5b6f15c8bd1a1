/** What an editor asks for while somebody types, and how an answer changes the text. */
import type { SelectItem } from "../widgets/select-list.ts";
import type { Position } from "./editor-state.ts";

/** Text and cursor at the moment of asking, and why it is asked. */
export interface CompletionRequest {
  readonly lines: readonly string[];
  readonly cursor: Position;
  readonly reason: "typing" | "tab";
}

/** Proposals that replace the columns from `start` to the cursor. */
export interface Completion {
  readonly start: number;
  readonly items: readonly SelectItem[];
}

/** Where proposals come from: files, commands, emoji. */
export interface CompletionProvider {
  /** Proposals for this place, or nothing. May take its time; the signal says when nobody waits any more. */
  complete(
    request: CompletionRequest,
    signal: AbortSignal,
  ): Promise<Completion | undefined> | Completion | undefined;
  /** A dim text behind the cursor, such as the arguments of a command. */
  hint?(request: Omit<CompletionRequest, "reason">): string | undefined;
}
