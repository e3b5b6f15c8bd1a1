// Owns the application of one section to one document: bound to the hash, exact or refused. Stale
// sections are replayed only where an earlier text proves a single place for every operation.

import { formatMarkedLines, type LineRange } from "../display/anchored-lines.ts";
import { spliceDocument } from "../document/splice-document.ts";
import type { TextDocument } from "../document/text-document.ts";
import { refuse, refuseUnchanged, type EditOutcome, type Refusal } from "../outcome.ts";
import { absorbDuplicates, type AbsorbOptions } from "./absorb-duplicates.ts";
import { warnAboutBoundaries } from "./boundary-warnings.ts";
import type { HashlineOp } from "./hashline-op.ts";
import { isAnchored } from "./op-targets.ts";
import { toSplices } from "./ops-to-splices.ts";
import { relocateOps } from "./relocate-ops.ts";
import type { Snapshot } from "./snapshot.ts";

/** What {@link applyHashline} needs of a section. */
export interface HashlineTarget {
  readonly path: string;
  readonly fileHash?: string;
  readonly ops: readonly HashlineOp[];
}

export interface HashlineOptions {
  /** Earlier text of the file under a hash that a section may still be bound to. */
  readonly findSnapshot?: (fileHash: string) => Snapshot | undefined;
  /** Repairs of duplicated lines, each with a warning; none by default. */
  readonly absorb?: AbsorbOptions;
}

export const RECOVERY_WARNING =
  "Recovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).";

const ANCHOR_CONTEXT_LINES = 2;
const MESSAGE_MAX_COLUMNS = 512;

/** Applies a section to the current text of its file. */
export function applyHashline(
  document: TextDocument,
  target: HashlineTarget,
  options: HashlineOptions = {},
): EditOutcome {
  const { path, fileHash, ops } = target;
  if (fileHash === undefined) {
    return ops.some(isAnchored) ? refuseMissingHash(path) : applyOps(document, path, ops, options);
  }
  if (fileHash === document.hash) return applyOps(document, path, ops, options);
  return recover(document, path, fileHash, ops, options) ?? refuseStale(document, target);
}

/** The refusal of an anchored section that names no hash. */
export function refuseMissingHash(path: string): Refusal {
  return refuse(
    "missing-hash",
    `Missing hashline file hash for anchored edit to ${path}; use \`¶${path}#hash\` from your latest read.`,
  );
}

function applyOps(
  document: TextDocument,
  path: string,
  ops: readonly HashlineOp[],
  options: HashlineOptions,
): EditOutcome {
  const absorbed = absorbDuplicates(document, ops, options.absorb ?? {});
  const list = toSplices(document, absorbed.ops);
  if (!list.ok) return list;
  const spliced = spliceDocument(document, list.splices);
  if (!spliced.ok) return spliced;
  if (spliced.changes.length === 0) return refuseUnchanged(path);
  const warnings = [...absorbed.warnings, ...warnAboutBoundaries(document, absorbed.ops)];
  return { ok: true, document: spliced.document, changes: spliced.changes, warnings };
}

function recover(
  document: TextDocument,
  path: string,
  fileHash: string,
  ops: readonly HashlineOp[],
  options: HashlineOptions,
): EditOutcome | undefined {
  const snapshot = options.findSnapshot?.(fileHash);
  const relocated = snapshot === undefined ? undefined : relocateOps(snapshot, document, ops);
  if (relocated === undefined) return undefined;
  const outcome = applyOps(document, path, relocated, options);
  return outcome.ok ? { ...outcome, warnings: [RECOVERY_WARNING, ...outcome.warnings] } : undefined;
}

function refuseStale(document: TextDocument, { path, fileHash, ops }: HashlineTarget): Refusal {
  const excerpt = formatMarkedLines(document, {
    marked: ops.map((op) => anchoredRange(document, op)),
    before: ANCHOR_CONTEXT_LINES,
    after: ANCHOR_CONTEXT_LINES,
    maxColumns: MESSAGE_MAX_COLUMNS,
  });
  const message = [
    `Edit rejected for ${path}: file changed between read and edit.`,
    `Section is bound to #${fileHash}, but the current file hashes to #${document.hash}; re-read and try again.`,
    ...(excerpt === "" ? [] : ["", excerpt]),
  ];
  return refuse("stale", message.join("\n"));
}

function anchoredRange(document: TextDocument, op: HashlineOp): LineRange {
  if (op.kind !== "insert") return op;
  if (op.anchor === "BOF") return { start: 1, end: 1 };
  const line = op.anchor === "EOF" ? document.lines.length : op.anchor;
  return { start: line, end: line };
}
