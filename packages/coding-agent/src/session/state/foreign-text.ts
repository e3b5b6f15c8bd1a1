// What a session remembers of text that came from elsewhere: where the first of it came from.
import type { NewEntry } from "../log/entry.ts";
import type { SessionLog } from "../log/session-log.ts";

const FOREIGN_TEXT_TYPE = "foreign_text";

/** Where a text comes from, as the log holds it. */
export interface SavedOrigin {
  readonly kind: "web" | "server" | "command" | "package" | "file" | "project";
  readonly source: string;
}

/** What is written down when the first text from elsewhere comes. */
export function foreignTextEntry(data: SavedOrigin): NewEntry {
  return { type: "custom", customType: FOREIGN_TEXT_TYPE, data };
}

/** The origin that the current branch of a log has noted, if any. Reads the few entries that could say it. */
export function foreignTextIn(log: SessionLog): SavedOrigin | undefined {
  const { index } = log;
  const { leaf } = index;
  if (leaf === undefined) return undefined;
  for (const ordinal of index.select(leaf.ordinal, { kinds: ["custom"] })) {
    const ref = index.at(ordinal);
    const entry = ref && log.read(ref);
    if (entry?.type === "custom" && entry.customType === FOREIGN_TEXT_TYPE)
      return entry.data as SavedOrigin;
  }
  return undefined;
}
