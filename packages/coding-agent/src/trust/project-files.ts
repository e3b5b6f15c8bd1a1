// The files of a project that omp would interpret once it is trusted. Looks only at whether and where they are;
// what they say is read by their domains, after the decision.
import { realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { readConsentItem, type ReadItem } from "./consent-item.ts";

/** A file that waits for trust. */
export interface ProjectFile {
  /** Below the project, as people write it. */
  readonly name: string;
  /** What it would do. */
  readonly purpose: string;
  readonly path: string;
  /** What it said when it was agreed to; it is not read again, so that nobody can put another in its place. */
  readonly text?: string;
  /** Why it is not read even in a trusted project. */
  readonly problem?: string;
}

/** Settings of a project, weakest first. */
const SETTINGS_NAMES: readonly string[] = [".omp/settings.json", ".omp/config.yml"];

const SETTINGS_PURPOSE = "settings of the project; they cannot loosen yours";
const MAX_BYTES = 1024 * 1024;

/** Which of these names are there, in their order. */
export function findProjectFiles(
  cwd: string,
  names: readonly string[] = SETTINGS_NAMES,
  purpose: string = SETTINGS_PURPOSE,
): ProjectFile[] {
  return names.flatMap((name): ProjectFile[] => {
    const path = join(cwd, name);
    const problem = lookAt(path, cwd);
    if (problem === "absent") return [];
    return [{ name, purpose, path, ...(problem !== undefined && { problem }) }];
  });
}

/** What of these files a person agrees to: each with its content as it is now. */
export function readSettingsItems(files: readonly ProjectFile[]): ReadItem[] {
  return files.flatMap(({ name, path, problem }) =>
    problem === undefined ? (readConsentItem({ kind: "settings", name, file: path }) ?? []) : [],
  );
}

/** A pipe would make omp wait for ever, and a link could lead to somebody's keys. */
function lookAt(path: string, cwd: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "absent";
    if (!stats.isFile()) return "is no regular file";
    if (stats.size > MAX_BYTES) return "is larger than 1 MB";
    const root = realpathSync.native(cwd);
    return realpathSync.native(path).startsWith(root + sep)
      ? undefined
      : "leads out of the project";
  } catch {
    // A loop of links, a file for a folder, no permission: it is there, and it cannot be read.
    return "cannot be looked at";
  }
}
