// Decides, for every path, whether what was done to it can be taken back. Pure: what is on disk now and what content is
// still kept are asked for.
import { type FileChange, type FileState, isSameState, joinChanges } from "./file-state.ts";

/** A path that is left as it is, and why. */
export interface Refused {
  readonly path: string;
  readonly reason: string;
}

export interface ReversalPlan {
  readonly changes: readonly FileChange[];
  readonly refused: readonly Refused[];
}

export interface Present {
  readonly current: (path: string) => FileState;
  readonly isKept: (hash: string) => boolean;
}

/** What several steps, oldest first, amount to for each path; `undefined` where others came between. */
export function joinSteps(
  steps: readonly { readonly changes: readonly FileChange[] }[],
): Map<string, FileChange | undefined> {
  const byPath = Map.groupBy(
    steps.flatMap(({ changes }) => changes),
    ({ path }) => path,
  );
  return new Map([...byPath].map(([path, changes]) => [path, joinChanges(changes)]));
}

/** Plans the way back from what steps amount to. */
export function planUndo(
  joined: ReadonlyMap<string, FileChange | undefined>,
  present: Present,
): ReversalPlan {
  const broken = [...joined].flatMap(([path, change]) =>
    change === undefined ? [{ path, reason: "somebody else changed it in between" }] : [],
  );
  const wanted = [...joined.values()].flatMap((change) =>
    change === undefined || isSameState(change.before, change.after) ? [] : [reverse(change)],
  );
  const plan = planChanges(wanted, present);
  return { changes: plan.changes, refused: [...broken, ...plan.refused] };
}

/** Which of some wanted changes can be made now. */
export function planChanges(wanted: readonly FileChange[], present: Present): ReversalPlan {
  const changes: FileChange[] = [];
  const refused: Refused[] = [];
  for (const change of wanted) {
    const reason = refusal(change, present);
    if (reason === undefined) changes.push(change);
    else refused.push({ path: change.path, reason });
  }
  return { changes, refused };
}

export function reverse({ path, before, after }: FileChange): FileChange {
  return { path, before: after, after: before };
}

function refusal({ path, before, after }: FileChange, present: Present): string | undefined {
  for (const state of [before, after]) if (state.kind === "opaque") return state.reason;
  if (!isSameState(present.current(path), before)) return "somebody else changed it since";
  if (after.kind === "file" && !present.isKept(after.hash))
    return "its earlier content is no longer kept";
  return undefined;
}
