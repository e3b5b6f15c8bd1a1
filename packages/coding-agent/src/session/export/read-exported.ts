// What of a session file is exported: its header, the messages of its current path, compacted parts included, and every
// prompt with its place in the tree. Reads only; others may be writing.
import type { BlobStore } from "../log/blob-store.ts";
import type { SessionEntry, SessionHeader } from "../log/entry.ts";
import { EntryIndex } from "../log/entry-index.ts";
import { readHeader } from "../log/header-line.ts";
import { fromPersisted } from "../log/persisted-form.ts";
import { openForReading } from "../log/read-session-file.ts";
import { parseObject, scanLog } from "../log/scan-log.ts";
import { type ContextMessage, itemOf } from "../state/context-messages.ts";
import type { PromptNode } from "./outline.ts";

/** A session as its file has it. */
export interface ReadSession {
  readonly header: SessionHeader;
  readonly messages: readonly ContextMessage[];
  readonly prompts: readonly PromptNode[];
}

const PROMPT_CHARACTERS = 120;

export interface ReadOptions {
  readonly blobs: BlobStore | undefined;
  /** The entry where the shown path ends, null for none; without it the last one that was written. */
  readonly leafId?: string | null;
}

/** Reads the file; undefined when it is no session. Throws AppendFileError when it cannot be read. */
export function readExported(
  path: string,
  { blobs, leafId }: ReadOptions,
): ReadSession | undefined {
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
  const entryAt = (ordinal: number): SessionEntry | undefined => {
    const ref = index.at(ordinal);
    const line = ref && parseObject(file.read(ref.offset, ref.length));
    const isWhole = line === undefined || blobs === undefined;
    return (isWhole ? line : fromPersisted(line, blobs, () => {})) as SessionEntry | undefined;
  };
  const leaf =
    typeof leafId === "string" ? index.find(leafId) : leafId === null ? undefined : index.leaf;
  const shown = leaf === undefined ? [] : [...index.ancestors(leaf.ordinal)].reverse();
  const messages = shown.flatMap((ordinal) => messageOf(entryAt(ordinal)));
  return { header, messages, prompts: promptsOf(index, entryAt, new Set(shown)) };
}

function messageOf(entry: SessionEntry | undefined): ContextMessage[] {
  if (entry === undefined) return [];
  if (entry.type !== "compaction") return itemOf(entry).map(({ message }) => message);
  const { summary, tokensBefore } = entry;
  const timestamp = Date.parse(entry.timestamp);
  return [{ role: "compactionSummary", summary, tokensBefore, timestamp }];
}

function promptsOf(
  index: EntryIndex,
  entryAt: (ordinal: number) => SessionEntry | undefined,
  shown: ReadonlySet<number>,
): PromptNode[] {
  const prompts: PromptNode[] = [];
  const byOrdinal = new Map<number, string>();
  for (let ordinal = 0; ordinal < index.count; ordinal++) {
    if (index.typeAt(ordinal) !== "message") continue;
    const entry = entryAt(ordinal);
    if (entry?.type !== "message" || entry.message.role !== "user") continue;
    const { content } = entry.message;
    const blocks =
      typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
    const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join(" ");
    let parentId: string | undefined;
    for (const above of index.ancestors(ordinal)) {
      parentId = above === ordinal ? undefined : byOrdinal.get(above);
      if (parentId !== undefined) break;
    }
    byOrdinal.set(ordinal, entry.id);
    const line = text.replace(/\s+/g, " ").trim().slice(0, PROMPT_CHARACTERS);
    prompts.push({ id: entry.id, parentId, text: line, isShown: shown.has(ordinal) });
  }
  return prompts;
}
