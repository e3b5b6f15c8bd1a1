// Takes turns back and does them again on a tree that was just looked at. Planned in the store first, so that a death in the
// middle leaves something that can be finished.
import { openSwapFiles } from "../../platform/swap-files.ts";
import { applyChanges, type ApplyOptions } from "./apply-changes.ts";
import type { FileChange } from "./file-state.ts";
import type { JournaledTree } from "./journaled-tree.ts";
import type { Reversal } from "./journal-tables.ts";
import { joinSteps, planChanges, planUndo, type ReversalPlan, reverse } from "./plan-reversal.ts";
import {
  type ReversalReport,
  type ReversalWish,
  UndoError,
  type UndoJournalOptions,
} from "./undo-report.ts";

type Reversing = Omit<ReversalReport, "notes"> & { readonly notes?: readonly string[] };
type Planned = Omit<Reversal, "id"> & ReversalPlan;

const CUT_SHORT =
  "omp ended in the middle of a command: what anybody changed until it was started again counts as the command's.";

/** Takes back the last turns, or what one subagent did in them. */
export function undoTurns(
  tree: JournaledTree,
  options: UndoJournalOptions,
  { most, rest = false, agentId }: ReversalWish & { readonly most: number },
): Reversing {
  const { session } = options;
  const { tables } = tree.store;
  const turns = tables.turns(session, most);
  if (turns.length === 0) throw new UndoError("There is nothing to undo in this session.");
  const all = turns.toReversed().flatMap(({ id }) => tables.steps(id));
  const steps = agentId === undefined ? all : all.filter((step) => step.agentId === agentId);
  if (steps.length === 0) throw new UndoError(`${agentId} changed no files there.`);
  const notes = steps.some(({ isInterrupted }) => isInterrupted) ? [CUT_SHORT] : [];
  const plan = planUndo(joinSteps(steps), tree.present);
  const ids = agentId === undefined ? turns.map(({ id }) => id) : [];
  const planned = { session, direction: "undo", turns: ids, agentId, ...plan } as const;
  return { ...reverseAll(tree, options, planned, rest), turns: turns.length, notes };
}

/** Does again what the last undo took back. */
export function redoTurns(
  tree: JournaledTree,
  options: UndoJournalOptions,
  { rest = false }: ReversalWish,
): Reversing {
  const { session } = options;
  const undone = tree.store.tables.lastUndo(session);
  if (undone === undefined) throw new UndoError("There is nothing to redo.");
  const plan = planChanges(undone.changes.map(reverse), tree.present);
  const { turns } = undone;
  return reverseAll(tree, options, { session, direction: "redo", turns, ...plan }, rest);
}

function reverseAll(
  tree: JournaledTree,
  options: UndoJournalOptions,
  { refused, ...planned }: Planned,
  rest: boolean,
): Reversing {
  const { direction, turns, changes } = planned;
  const facts = { direction, turns: turns.length, refused };
  if (refused.length > 0 && !rest) return { ...facts, isDone: false, files: [], kept: [] };
  const id = tree.store.tables.planReversal(planned);
  const { kept } = apply(tree, options, { id, ...planned });
  return { ...facts, isDone: true, files: changes, kept };
}

/** Makes planned changes; what the system refuses puts everything back. */
function apply(
  tree: JournaledTree,
  options: UndoJournalOptions,
  reversal: Reversal,
): { readonly kept: readonly string[] } {
  const done: FileChange[] = [];
  const onApplied = (change: FileChange): void => {
    done.push(change);
    options.onApplied?.(change);
  };
  const means = applyOptions(tree, options, reversal.id);
  try {
    const { kept } = applyChanges(reversal.changes, { ...means, onApplied });
    finishReversal(tree, reversal, options.now());
    return { kept };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    applyChanges(done.map(reverse), means);
    tree.store.tables.dropReversal(reversal.id);
    throw new UndoError(`Nothing was changed: ${cause}.`);
  }
}

/**
 * Whole turns change sides. Of a part of turns, the way back is a turn of its own: then the turns stay whole, and whoever
 * thinks better of it takes that turn back.
 */
export function finishReversal(tree: JournaledTree, reversal: Reversal, nowMs: number): void {
  const { tables } = tree.store;
  const { id, session, agentId, changes } = reversal;
  tree.store.transact(() => {
    if (agentId === undefined) return tables.finishReversal(reversal);
    tables.dropReversal(id);
    if (changes.length === 0) return;
    tables.forgetUndone(session);
    const label = `undo of ${agentId}`;
    const times = { startedAtMs: nowMs, endedAtMs: nowMs, isInterrupted: false };
    tables.addStep(tables.addTurn(session, label, nowMs), { label, ...times, changes });
  });
}

/** How changes are made in this tree. */
export function applyOptions(
  { root, store }: JournaledTree,
  { platform }: UndoJournalOptions,
  id: number,
): ApplyOptions {
  return {
    root,
    temporaryName: `.omp-undo-${id}.tmp`,
    swap: openSwapFiles(platform),
    read: (hash) => store.content.read(hash),
  };
}
