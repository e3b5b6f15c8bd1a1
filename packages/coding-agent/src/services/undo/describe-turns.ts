// What turns did to files, in figures: for people and for programs that ask. Reads content, changes nothing.
import { type FileChange, type FileState, isSameState } from "./file-state.ts";
import { countLines, type LineCounts } from "./line-counts.ts";
import { joinSteps } from "./plan-reversal.ts";
import type { Turn } from "./journal-tables.ts";
import type { WorkspaceStore } from "./workspace-store.ts";

/** What became of one path. */
export interface ChangedFile {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted" | "mode" | "type";
  readonly added: number;
  readonly removed: number;
  /** Lines are not counted: it is not text, or was not kept. */
  readonly isBinary: boolean;
  /** The subagents that touched it; empty for the session itself. */
  readonly agents: readonly string[];
  /** Why it cannot be taken back, when that is known already. */
  readonly problem?: string;
}

export interface ChangedTurn {
  readonly id: number;
  readonly label: string;
  readonly startedAt: string;
  /** The calls and commands that changed files. */
  readonly steps: readonly { readonly label: string; readonly agentId?: string }[];
  readonly files: readonly ChangedFile[];
}

export interface ChangesReport {
  readonly turns: readonly ChangedTurn[];
  /** Directories that are not journaled. */
  readonly leftOut: readonly string[];
  /** The tree has more entries than are journaled. */
  readonly isFull: boolean;
  /** The system tells what changes; otherwise the whole tree is looked through after each command. */
  readonly isWatched: boolean;
  readonly notes: readonly string[];
}

/** With `agentId`, only what this subagent did. */
export function describeTurns(
  turns: readonly Turn[],
  store: WorkspaceStore,
  agentId?: string,
): ChangedTurn[] {
  return turns.flatMap(({ id, label, startedAtMs }) => {
    const all = store.tables.steps(id);
    const steps = agentId === undefined ? all : all.filter((step) => step.agentId === agentId);
    if (steps.length === 0) return [];
    const files = [...joinSteps(steps)].flatMap(([path, joined]) => {
      const touching = steps.filter(({ changes }) => changes.some((each) => each.path === path));
      const agents = [...new Set(touching.flatMap(({ agentId }) => agentId ?? []))];
      const first = touching[0]!.changes.find((each) => each.path === path);
      const last = touching.at(-1)!.changes.findLast((each) => each.path === path);
      const change = joined ?? { path, before: first!.before, after: last!.after };
      if (isSameState(change.before, change.after)) return [];
      const broken = joined === undefined ? "somebody else changed it in between" : undefined;
      return [describe(change, agents, broken, store)];
    });
    const turn = {
      id,
      label,
      startedAt: new Date(startedAtMs).toISOString(),
      steps: steps.map((step) => ({
        label: step.label,
        ...(step.agentId !== undefined && { agentId: step.agentId }),
      })),
      files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    };
    return [turn];
  });
}

function describe(
  change: FileChange,
  agents: readonly string[],
  broken: string | undefined,
  store: WorkspaceStore,
): ChangedFile {
  const counts = count(change, store);
  const opaque = [change.before, change.after].find(({ kind }) => kind === "opaque");
  const problem = broken ?? (opaque?.kind === "opaque" ? opaque.reason : undefined);
  return {
    path: change.path,
    change: kindOf(change),
    added: counts?.added ?? 0,
    removed: counts?.removed ?? 0,
    isBinary: counts === undefined,
    agents,
    ...(problem !== undefined && { problem }),
  };
}

function kindOf({ before, after }: FileChange): ChangedFile["change"] {
  if (before.kind === "absent") return "added";
  if (after.kind === "absent") return "deleted";
  if (before.kind !== after.kind) return "type";
  if (before.kind === "directory") return "mode";
  return before.kind === "file" && after.kind === "file" && before.hash === after.hash
    ? "mode"
    : "modified";
}

function count({ before, after }: FileChange, { content }: WorkspaceStore): LineCounts | undefined {
  const bytesOf = (state: FileState): Uint8Array | undefined => {
    if (state.kind === "opaque") return undefined;
    return state.kind === "file" ? content.read(state.hash) : new Uint8Array();
  };
  const [old, young] = [bytesOf(before), bytesOf(after)];
  return old === undefined || young === undefined ? undefined : countLines(old, young);
}
