// The file in which a person's decisions about projects are kept. It says nothing about a folder that somebody
// else could have written into it: a file that others can change, or that cannot be read, trusts nothing.
import { readFileSync, statSync } from "node:fs";
import { writeFileAtomically } from "../platform/atomic-file.ts";
import type { ConsentItem } from "./consent-item.ts";
import type { FolderIdentity } from "./folder-identity.ts";

/** What was decided of a folder. */
export interface ProjectRecord {
  readonly folder: FolderIdentity;
  readonly decision: "trusted" | "refused";
  /** ISO 8601. */
  readonly decidedAt: string;
}

/** A yes to one thing of one project. */
export interface ConsentRecord {
  readonly project: string;
  readonly fingerprint: string;
  /** For people: what was agreed to. */
  readonly item: ConsentItem;
  readonly decidedAt: string;
}

/** Everything that was decided. */
export interface TrustRecords {
  readonly projects: readonly ProjectRecord[];
  readonly consents: readonly ConsentRecord[];
}

export type TrustRead =
  | { readonly ok: true; readonly records: TrustRecords }
  | { readonly ok: false; readonly problem: string };

const NONE: TrustRecords = { projects: [], consents: [] };
const VERSION = 1;

/** Reads the file; a missing one holds no decision. Never throws. */
export function readTrustFile(path: string, platform: NodeJS.Platform): TrustRead {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { ok: true, records: NONE };
    if ((stats.mode & OTHERS_MAY_WRITE) !== 0 && platform !== "win32")
      return no(path, "can be changed by other users; put it right with chmod 600");
    return parseRecords(readFileSync(path, "utf8"), path);
  } catch (error) {
    return no(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Replaces the file as a whole, for the user's eyes only. */
export function writeTrustFile(path: string, records: TrustRecords): void {
  writeFileAtomically(path, `${JSON.stringify({ version: VERSION, ...records }, undefined, 2)}\n`);
}

const OTHERS_MAY_WRITE = 0o022;

function parseRecords(text: string, path: string): TrustRead {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return no(path, "is not a list of decisions");
  const { version, projects, consents } = value as Record<string, unknown>;
  if (version !== VERSION) return no(path, "was written by another version of omp");
  if (!Array.isArray(projects) || !projects.every(isProject)) return no(path, "is damaged");
  if (!Array.isArray(consents) || !consents.every(isConsent)) return no(path, "is damaged");
  return { ok: true, records: { projects, consents } };
}

function isProject(value: unknown): value is ProjectRecord {
  const { folder, decision, decidedAt } = Object(value) as Partial<ProjectRecord>;
  const { path, device, inode } = Object(folder) as Partial<FolderIdentity>;
  const isDecision = decision === "trusted" || decision === "refused";
  return isDecision && [path, device, inode, decidedAt].every((text) => typeof text === "string");
}

function isConsent(value: unknown): value is ConsentRecord {
  const { project, fingerprint, item } = Object(value) as Partial<ConsentRecord>;
  const texts = [project, fingerprint, item?.kind, item?.name, item?.path, item?.hash];
  return texts.every((text) => typeof text === "string");
}

function no(path: string, problem: string): TrustRead {
  return { ok: false, problem: `${path} ${problem}. Until then no project is trusted.` };
}
