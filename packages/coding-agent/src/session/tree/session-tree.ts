// The tree of a session as rows to show: what was said, indented where the conversation went several ways. Pure over
// a log; knows no screen.
import type { SessionEntry } from "../log/entry.ts";
import { entryText } from "../log/entry-text.ts";
import { labelsOf } from "../log/labels.ts";
import type { SessionLog } from "../log/session-log.ts";

export type TreeFilter = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

export interface TreeWish {
  readonly filter: TreeFilter;
  /** Entries whose descendants are not shown. */
  readonly folded: ReadonlySet<string>;
}

/** One entry that is shown. */
export interface TreeRow {
  readonly id: string;
  /** The nearest shown entry above it in the tree. */
  readonly parentId: string | undefined;
  /** What stands before the text to show where it belongs. */
  readonly lead: string;
  readonly kind: string;
  readonly text: string;
  readonly label: string | undefined;
  /** On the way to where the conversation is now. */
  readonly isOnPath: boolean;
  readonly isLeaf: boolean;
  readonly isFolded: boolean;
  readonly childCount: number;
}

interface Node {
  readonly entry: SessionEntry;
  readonly label: string | undefined;
  readonly children: Node[];
  parent: Node | undefined;
}

const MAX_TEXT = 160;

/** The rows from the first entry down; the way that the conversation went comes first at each fork. */
export function treeRows(log: SessionLog, { filter, folded }: TreeWish): TreeRow[] {
  const onPath = new Set(log.path().map(({ id }) => id));
  const roots = shownNodes(log, filter, onPath);
  const rows: TreeRow[] = [];
  const isActive = ({ entry }: Node): boolean => onPath.has(entry.id);
  // A stack of our own: a session may be deeper than the call stack.
  const stack = inOrder(roots, isActive).map((node) => ({ node, depth: 0, lead: "" }));
  stack.reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth, lead } = next;
    const { id } = node.entry;
    rows.push({
      ...describe(node),
      lead,
      isOnPath: onPath.has(id),
      isLeaf: id === log.leafId,
      isFolded: folded.has(id),
    });
    if (folded.has(id)) continue;
    const children = inOrder(node.children, isActive);
    const below = children.map((child, at) =>
      children.length === 1
        ? { node: child, depth, lead: "  ".repeat(depth) }
        : {
            node: child,
            depth: depth + 1,
            lead: `${"  ".repeat(depth)}${at === children.length - 1 ? "└ " : "├ "}`,
          },
    );
    stack.push(...below.reverse());
  }
  return rows;
}

function describe(
  node: Node,
): Pick<TreeRow, "id" | "parentId" | "kind" | "text" | "label" | "childCount"> {
  const { entry, label, children, parent } = node;
  return {
    id: entry.id,
    parentId: parent?.entry.id,
    kind: kindOf(entry),
    text: textOf(entry),
    label,
    childCount: children.length,
  };
}

function inOrder(nodes: readonly Node[], isActive: (node: Node) => boolean): readonly Node[] {
  return [...nodes].sort((left, right) => Number(isActive(right)) - Number(isActive(left)));
}

/** The entries that the filter lets through, each below the nearest one above it that is. */
function shownNodes(log: SessionLog, filter: TreeFilter, onPath: ReadonlySet<string>): Node[] {
  const labels = labelsOf(log);
  const nodes = new Map<string, Node | undefined>();
  const roots: Node[] = [];
  for (const entry of log.entries()) {
    const above = entry.parentId === null ? undefined : nodes.get(entry.parentId);
    const label = labels.get(entry.id);
    const isLeafAnswer = entry.id === log.leafId && onPath.has(entry.id);
    if (!isShown(entry, filter, { isLabeled: label !== undefined, isLeafAnswer })) {
      nodes.set(entry.id, above);
      continue;
    }
    const node: Node = { entry, label, children: [], parent: above };
    (above?.children ?? roots).push(node);
    nodes.set(entry.id, node);
  }
  return roots;
}

function isShown(
  entry: SessionEntry,
  filter: TreeFilter,
  { isLabeled, isLeafAnswer }: { readonly isLabeled: boolean; readonly isLeafAnswer: boolean },
): boolean {
  if (filter === "all") return true;
  if (filter === "labeled-only") return isLabeled;
  if (filter === "user-only") return kindOf(entry) === "user";
  if (isLabeled) return true;
  const kind = kindOf(entry);
  if (kind === "toolResult" || kind === "bashExecution") return filter === "default";
  if (kind === "assistant") return isLeafAnswer || textOf(entry) !== "";
  return SAID.has(kind);
}

const SAID: ReadonlySet<string> = new Set(["user", "note", "compaction", "branch_summary"]);

function kindOf(entry: SessionEntry): string {
  if (entry.type === "message") return entry.message.role;
  return entry.type === "custom_message" ? (entry.display ? "note" : "hidden") : entry.type;
}

function textOf(entry: SessionEntry): string {
  const said = entryText({ ...entry })
    .replaceAll(/\s+/g, " ")
    .trim();
  if (said !== "") return said.slice(0, MAX_TEXT);
  if (entry.type === "model_change") return entry.model;
  if (entry.type === "thinking_level_change") return `thinking ${entry.thinkingLevel ?? "off"}`;
  if (entry.type !== "message") return entry.type === "custom" ? entry.customType : "";
  const { message } = entry;
  if (message.role === "toolResult")
    return `${message.toolName}${message.isError ? " (failed)" : ""}`;
  if (message.role !== "assistant") return "";
  return message.errorMessage ?? "";
}
