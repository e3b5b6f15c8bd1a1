// What of a session file is exported: its header and the messages of its current path, compacted parts included.
// Reads only; others may be writing.
import { BlobStore } from "../log/blob-store.ts";
import type { SessionEntry, SessionHeader } from "../log/entry.ts";
import { EntryIndex } from "../log/entry-index.ts";
import { readHeader } from "../log/header-line.ts";
import { fromPersisted } from "../log/persisted-form.ts";
import { openForReading } from "../log/read-session-file.ts";
import { parseObject, scanLog } from "../log/scan-log.ts";
import { type ContextMessage, itemOf } from "../state/context-messages.ts";

/** A session as its file has it. */
export interface ReadSession {
  readonly header: SessionHeader;
  readonly messages: readonly ContextMessage[];
}

/** Reads the file; undefined when it is no session. Throws AppendFileError when it cannot be read. */
export function readExported(path: string, blobsDir: string): ReadSession | undefined {
  using file = openForReading(path);
  const header = readHeader(file.read);
  if (header === undefined) return undefined;
  const index = new EntryIndex();
  scanLog(file.read, file.size, 0, {
    header: () => {},
    line: (line) => index.addLine(line),
    entry: (found) => index.add(found),
    unreadable: () => {},
  });
  const blobs = new BlobStore(blobsDir);
  const { leaf } = index;
  const ordinals = leaf === undefined ? [] : [...index.ancestors(leaf.ordinal)].reverse();
  const messages = ordinals.flatMap((ordinal) => {
    const ref = index.at(ordinal);
    const line = ref && parseObject(file.read(ref.offset, ref.length));
    if (line === undefined) return [];
    return messageOf(fromPersisted(line, blobs, () => {}) as SessionEntry);
  });
  return { header, messages };
}

function messageOf(entry: SessionEntry): ContextMessage[] {
  if (entry.type !== "compaction") return itemOf(entry).map(({ message }) => message);
  const { summary, tokensBefore } = entry;
  const timestamp = Date.parse(entry.timestamp);
  return [{ role: "compactionSummary", summary, tokensBefore, timestamp }];
}
