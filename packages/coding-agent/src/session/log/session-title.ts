// A session's title: one line in its header. What a person chose is never replaced by what was made up.
import type { SessionHeader } from "./entry.ts";
import { oneLine } from "./one-line.ts";
import type { SessionLog } from "./session-log.ts";

/** Where a title comes from. */
export type TitleSource = NonNullable<SessionHeader["titleSource"]>;

const MAX_TITLE_CHARS = 200;

/**
 * Gives the session a title; an empty one takes it away. False, with nothing changed, when an automatic
 * title would replace one that a person chose. Throws AppendFileError when it cannot be written.
 */
export function setTitle(log: SessionLog, title: string, source: TitleSource): boolean {
  const { title: current, titleSource } = log.header;
  if (source === "auto" && titleSource === "user" && current) return false;
  const line = oneLine(title, MAX_TITLE_CHARS);
  if (line === (current ?? "") && (titleSource === source || line === "")) return true;
  const { title: _, titleSource: __, ...untitled } = log.header;
  log.changeHeader(line === "" ? untitled : { ...untitled, title: line, titleSource: source });
  return true;
}
