// The first look at a workspace, and what a death left to be done there: changes of a command that was cut short become a
// turn of its session, a reversal that was cut short is finished.
import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { applyChanges, sweepTemporary } from "./apply-changes.ts";
import { DEFAULT_LIMITS } from "./coverage.ts";
import { EVERYTHING, TreeWatch } from "./dirty-paths.ts";
import { type FileChange, isSameState } from "./file-state.ts";
import { JournaledTree } from "./journaled-tree.ts";
import type { Reversal } from "./journal-tables.ts";
import { applyOptions, finishReversal } from "./reverse-turns.ts";
import { TreeImage } from "./tree-image.ts";
import type { UndoJournalOptions } from "./undo-report.ts";
import { WorkspaceStore } from "./workspace-store.ts";

/** A tree that was looked at, and what a person should know of how it was found. */
export interface OpenedTree {
  readonly tree: JournaledTree;
  readonly notes: readonly string[];
}

export async function openTree(
  options: UndoJournalOptions,
  signal: AbortSignal,
): Promise<OpenedTree> {
  const tree = assembleTree(options);
  const isFirst = tree.image.size === 0;
  try {
    const changes = await tree.look(EVERYTHING, signal);
    if (!isFirst) adoptInterrupted(tree, changes, options.now());
    await tree.saveAll(signal);
    const notes = finishInterrupted(tree, options);
    tree.store.keepWithinLimits();
    return { tree, notes };
  } catch (error) {
    tree[Symbol.dispose]();
    throw error;
  }
}

function assembleTree(options: UndoJournalOptions): JournaledTree {
  const { directory, platform, limits = DEFAULT_LIMITS, excluded = [], now } = options;
  const root = realpathSync(options.root);
  const store = new WorkspaceStore({ root, directory, platform, limits });
  const watch = new TreeWatch(root, platform);
  const image = new TreeImage(
    {
      root,
      limits,
      keep: (bytes) => store.content.keep(bytes),
      onDirectory: (path) => watch.watch(path),
      excluded: new Set([directory, ...excluded].flatMap((path) => belowOf(root, path))),
    },
    store.tables.loadFiles(),
  );
  return new JournaledTree({ root, store, image, watch, now });
}

/** What a process that died was doing is a turn of its session, not somebody else's doing. */
function adoptInterrupted(
  { store, image }: JournaledTree,
  changes: readonly FileChange[],
  endedAtMs: number,
): void {
  const mark = store.interrupted.at(-1);
  if (mark === undefined || changes.length === 0) return;
  store.transact(() => {
    store.tables.saveFiles(image.takeUnsaved());
    const { session, label, tool, agentId, startedAtMs } = mark;
    const turn = mark.turn ?? store.tables.addTurn(session, `interrupted: ${label}`, startedAtMs);
    const facts = { label, tool, agentId, startedAtMs, endedAtMs, isInterrupted: true };
    store.tables.addStep(turn, { ...facts, changes });
  });
}

/** Taking back that a death cut short is finished; what others changed since stays and is named. */
function finishInterrupted(tree: JournaledTree, options: UndoJournalOptions): string[] {
  const { store } = tree;
  return store.tables
    .unfinishedReversals()
    .filter(({ session }) => !store.hasOthers || session === options.session)
    .flatMap((reversal) => finishOne(tree, reversal, options));
}

function finishOne(tree: JournaledTree, reversal: Reversal, options: UndoJournalOptions): string[] {
  const { image } = tree;
  const means = applyOptions(tree, options, reversal.id);
  sweepTemporary(reversal.changes, means);
  const ours = reversal.changes.filter((change) => isUnderWay(change, image));
  const left = ours.filter(({ path, after }) => !isSameState(image.stateOf(path), after));
  applyChanges(left, means);
  finishReversal(tree, { ...reversal, changes: ours }, options.now());
  const others = reversal.changes.filter((change) => !ours.includes(change));
  return [
    `An interrupted ${reversal.direction} was finished (${ours.length} files).`,
    ...others.map(({ path }) => `${path} was left as it is: somebody else changed it meanwhile.`),
  ];
}

/** A path is as it was, as it shall be, or on its way between the two. */
function isUnderWay({ path, before, after }: FileChange, image: TreeImage): boolean {
  const now = image.inspect(path);
  if (isSameState(now, before) || isSameState(now, after)) return true;
  if (now.kind === "directory") return after.kind === "directory";
  const isSwap = (before.kind === "directory") !== (after.kind === "directory");
  return now.kind === "absent" && isSwap;
}

function belowOf(root: string, path: string): string[] {
  const below = relative(root, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? [] : [below];
}
