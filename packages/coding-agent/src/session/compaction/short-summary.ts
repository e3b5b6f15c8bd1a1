// What a list calls a session that was summed up: the first plain words of its summary. No model is asked for it. Pure.
import { oneLine } from "../log/one-line.ts";

const MAX_CHARACTERS = 80;

/** The first sentence that is no heading; empty when there is none. */
export function shortSummary(summary: string): string {
  const line = summary
    .split("\n")
    .map((text) => text.replace(/^\s*(?:[-*+>]|\d+\.)\s+/, "").trim())
    .find((text) => text !== "" && !/^(?:#|<|---|\*\*[^*]+\*\*$)/.test(text));
  const [sentence = ""] = /^.+?[.!?](?=\s|$)/.exec(line ?? "") ?? [line];
  return oneLine(sentence, MAX_CHARACTERS);
}
