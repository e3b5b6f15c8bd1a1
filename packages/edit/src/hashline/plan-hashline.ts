// Owns the preflight of a whole hashline input: sections of one file are joined, every file is tried
// in memory, and a plan comes out only when all of them succeed. It never writes.

import { TextDocument } from "../document/text-document.ts";
import type { FileSummary, PlanOutcome } from "../multi-file/edit-plan.ts";
import type { FileLookup } from "../multi-file/file-system.ts";
import { planEach, updateText } from "../multi-file/plan-files.ts";
import { WorkingTree, type TreeOptions } from "../multi-file/working-tree.ts";
import { refuse, type Refusal } from "../outcome.ts";
import { normalizePath } from "../path/edit-path.ts";
import {
  applyHashline,
  refuseMissingHash,
  type HashlineOptions,
  type HashlineTarget,
} from "./apply-hashline.ts";
import type { HashlineOp } from "./hashline-op.ts";
import { findTargetClash, isAnchored } from "./op-targets.ts";
import type { HashlineSection } from "./parse-hashline.ts";
import type { Snapshot } from "./snapshot.ts";

export interface HashlinePlanOptions extends TreeOptions, Pick<HashlineOptions, "absorb"> {
  readonly findSnapshot?: (path: string, fileHash: string) => Snapshot | undefined;
  /** Warnings of the parser, passed on to the plan. */
  readonly warnings?: readonly string[];
}

/** Plans all sections of a parsed input, or refuses all of them. */
export function planHashline(
  sections: readonly HashlineSection[],
  lookup: FileLookup,
  options: HashlinePlanOptions = {},
): PlanOutcome {
  if (sections.length === 0)
    return refuse("syntax", "The input has no operation. No file was changed.");
  const targets = mergeSections(sections);
  if (!Array.isArray(targets)) return targets;
  const tree = new WorkingTree(lookup, options);
  const planOne = (target: HashlineTarget): FileSummary | Refusal =>
    planFile(tree, target, options);
  return planEach(tree, targets, planOne, options.warnings);
}

function planFile(
  tree: WorkingTree,
  target: HashlineTarget,
  options: HashlinePlanOptions,
): FileSummary | Refusal {
  const { path } = target;
  const isNew = !tree.exists(path);
  if (isNew && target.fileHash === undefined) {
    if (target.ops.some(isAnchored)) return refuseMissingHash(path);
    return createFile(tree, target);
  }
  const { findSnapshot, absorb } = options;
  return updateText(tree, path, (before) =>
    applyHashline(before, target, {
      ...(findSnapshot && { findSnapshot: (fileHash) => findSnapshot(path, fileHash) }),
      ...(absorb && { absorb }),
    }),
  );
}

function createFile(tree: WorkingTree, target: HashlineTarget): FileSummary | Refusal {
  const outcome = applyHashline(TextDocument.fromText(""), target);
  if (!outcome.ok) return outcome;
  const { document: after, changes, warnings } = outcome;
  return (
    tree.create(target.path, after) ?? { op: "create", path: target.path, after, changes, warnings }
  );
}

/** Joins the sections of one file; their line numbers all mean the file as it was read. */
function mergeSections(sections: readonly HashlineSection[]): HashlineTarget[] | Refusal {
  const groups = new Map<string, HashlineSection[]>();
  for (const section of sections) {
    const key = normalizePath(section.path);
    groups.set(key, [...(groups.get(key) ?? []), section]);
  }
  const targets: HashlineTarget[] = [];
  for (const group of groups.values()) {
    const merged = mergeGroup(group);
    if ("reason" in merged) return merged;
    targets.push(merged);
  }
  return targets;
}

function mergeGroup(group: readonly HashlineSection[]): HashlineTarget | Refusal {
  const path = group[0]?.path ?? "";
  const hashes = [...new Set(group.flatMap((section) => section.fileHash ?? []))];
  const [fileHash, otherHash] = hashes;
  if (otherHash !== undefined) {
    return refuse(
      "syntax",
      `The sections for ${path} are bound to different file hashes, #${fileHash} and #${otherHash}; re-read the file and use one.`,
    );
  }
  const ops: HashlineOp[] = [];
  let lineOffset = 0;
  for (const section of group) {
    for (const op of section.ops) ops.push({ ...op, inputLine: op.inputLine + lineOffset });
    lineOffset += section.body.split("\n").length;
  }
  const clash = group.length > 1 ? findTargetClash(ops) : undefined;
  if (clash !== undefined) return refuse("syntax", `${path}: ${clash}`);
  return fileHash === undefined ? { path, ops } : { path, fileHash, ops };
}
