// A session's tree as plain data: each entry with its children, its label and a line of what it says, and the
// path that is active. Flat, because a long conversation nested would be deeper than JSON readers bear.
import type { SessionHeader } from "./entry.ts";
import type { EntryIndex, EntryRef } from "./entry-index.ts";
import { entryText } from "./entry-text.ts";
import { labelsOf } from "./labels.ts";
import { oneLine } from "./one-line.ts";
import type { SessionLog } from "./session-log.ts";

/** One entry of the tree. */
export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: EntryRef["type"];
  readonly timestamp: string;
  /** Who speaks, in a message. */
  readonly role?: string;
  /** The beginning of what is said. */
  readonly text?: string;
  readonly label?: string;
  /** Ids, oldest first. */
  readonly children: readonly string[];
}

/** A session's tree. */
export interface SessionTree {
  readonly header: SessionHeader;
  readonly leafId: string | null;
  /** Ids from the root to the leaf. */
  readonly activePath: readonly string[];
  /** Ids of entries that hang on no other. */
  readonly roots: readonly string[];
  /** In the order in which they were written. */
  readonly nodes: readonly TreeNode[];
}

const MAX_TEXT_CHARS = 200;

/** Reads the whole session, one entry after the other. */
export function exportTree(log: SessionLog): SessionTree {
  const { index } = log;
  const labels = labelsOf(log);
  const children = Array.from({ length: index.count }, (): string[] => []);
  const roots: string[] = [];
  for (let ordinal = 0; ordinal < index.count; ordinal++) {
    const parent = index.parentOf(ordinal);
    const siblings = isRoot(index, ordinal) ? roots : children[parent];
    siblings?.push((index.at(ordinal) as EntryRef).id);
  }
  const nodes = children.map((ids, ordinal) => {
    const ref = index.at(ordinal) as EntryRef;
    const label = labels.get(ref.id);
    return { ...describe(log, ref), ...(label !== undefined && { label }), children: ids };
  });
  return {
    header: log.header,
    leafId: log.leafId,
    activePath: log.path().map(({ id }) => id),
    roots,
    nodes,
  };
}

function describe(log: SessionLog, ref: EntryRef): Omit<TreeNode, "children" | "label"> {
  const entry = log.read(ref);
  const text = oneLine(entryText({ ...entry }), MAX_TEXT_CHARS);
  return {
    id: ref.id,
    parentId: ref.parentId,
    type: ref.type,
    timestamp: entry?.timestamp ?? "",
    ...(entry?.type === "message" && { role: entry.message.role }),
    ...(text !== "" && { text }),
  };
}

/** An entry without a parent, or one at which a circle of parents is cut open. */
function isRoot(index: EntryIndex, ordinal: number): boolean {
  const parent = index.parentOf(ordinal);
  // Only where a parent stands later in the file than its child can there be a circle.
  if (parent < ordinal) return parent === -1;
  return [...index.ancestors(parent)].includes(ordinal);
}
