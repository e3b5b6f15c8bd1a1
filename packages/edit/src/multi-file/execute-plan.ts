// Owns the writing of a plan: each step is checked against the bytes it was planned for, and a failure
// takes back what was done. What could not be taken back is named exactly.

import type { EditPlan, PlanStep } from "./edit-plan.ts";
import type { EditFileSystem } from "./file-system.ts";

/** All steps are done, or which paths differ from before (none, unless taking back failed too). */
export type ExecuteOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: "changed-on-disk" | "write-failed" | "aborted";
      readonly message: string;
      /** Paths left changed; empty when the call had no effect. */
      readonly leftChanged: readonly string[];
    };

type Failure = Extract<ExecuteOutcome, { ok: false }>;
type FailureReason = Failure["reason"];

interface DoneStep {
  readonly step: PlanStep;
  readonly undo: () => Promise<void>;
}

/** Carries out the steps of a plan; the signal counts until the first write. */
export async function executePlan(
  plan: Pick<EditPlan, "steps">,
  files: EditFileSystem,
  signal?: AbortSignal,
): Promise<ExecuteOutcome> {
  for (const step of plan.steps) {
    const conflict = await findConflict(step, files);
    if (conflict !== undefined)
      return { ...describeFailure("changed-on-disk", conflict), leftChanged: [] };
  }
  if (signal?.aborted === true) {
    return { ...describeFailure("aborted", "The edit was aborted."), leftChanged: [] };
  }
  const done: DoneStep[] = [];
  for (const step of plan.steps) {
    const conflict = await findConflict(step, files);
    if (conflict !== undefined) return await takeBack(done, "changed-on-disk", conflict);
    try {
      await perform(step, files, done);
    } catch (error) {
      return await takeBack(
        done,
        "write-failed",
        `Could not write ${targetOf(step)}: ${textOf(error)}.`,
      );
    }
  }
  return { ok: true };
}

async function perform(step: PlanStep, files: EditFileSystem, done: DoneStep[]): Promise<void> {
  switch (step.kind) {
    case "create":
      await files.create(step.path, step.after);
      done.push({ step, undo: () => files.remove(step.path) });
      return;
    case "update":
      await files.replace(step.path, step.after);
      done.push({ step, undo: () => files.replace(step.path, step.before) });
      return;
    case "move":
      await files.move(step.path, step.to);
      done.push({ step, undo: () => files.move(step.to, step.path) });
      if (isSameBytes(step.before, step.after)) return;
      await files.replace(step.to, step.after);
      done.push({ step, undo: () => files.replace(step.to, step.before) });
      return;
    case "delete":
      await files.remove(step.path);
      done.push({ step, undo: () => files.create(step.path, step.before, step.mode) });
  }
}

/** What keeps a step from being what was planned; undefined when the disk is as it was read. */
async function findConflict(step: PlanStep, files: EditFileSystem): Promise<string | undefined> {
  try {
    if (step.kind === "create") return await describeOccupied(step.path, files);
    const state = await files.read(step.path);
    const isAsPlanned = state.kind === "file" && isSameBytes(state.bytes, step.before);
    if (!isAsPlanned) return `${step.path} changed on disk while the edit was prepared.`;
    return step.kind === "move" ? await describeOccupied(step.to, files) : undefined;
  } catch (error) {
    return `Could not read ${step.path}: ${textOf(error)}.`;
  }
}

async function describeOccupied(path: string, files: EditFileSystem): Promise<string | undefined> {
  const state = await files.read(path);
  return state.kind === "missing"
    ? undefined
    : `${path} exists now; it did not when the edit was prepared.`;
}

async function takeBack(
  done: readonly DoneStep[],
  reason: FailureReason,
  cause: string,
): Promise<Failure> {
  const leftChanged = new Set<string>();
  const problems: string[] = [];
  for (const { step, undo } of done.toReversed()) {
    if (leftChanged.has(targetOf(step))) continue;
    try {
      await undo();
    } catch (error) {
      for (const path of pathsOf(step)) leftChanged.add(path);
      problems.push(`Restoring ${targetOf(step)} failed too: ${textOf(error)}.`);
    }
  }
  return {
    ...describeFailure(reason, cause, problems, [...leftChanged]),
    leftChanged: [...leftChanged],
  };
}

function describeFailure(
  reason: FailureReason,
  cause: string,
  problems: readonly string[] = [],
  leftChanged: readonly string[] = [],
): Omit<Failure, "leftChanged"> {
  const effect =
    leftChanged.length === 0
      ? "No file was changed."
      : `Left changed: ${leftChanged.join(", ")}. All other files are as before.`;
  return { ok: false, reason, message: [cause, ...problems, effect].join(" ") };
}

function targetOf(step: PlanStep): string {
  return step.kind === "move" ? step.to : step.path;
}

function pathsOf(step: PlanStep): string[] {
  return step.kind === "move" ? [step.path, step.to] : [step.path];
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
