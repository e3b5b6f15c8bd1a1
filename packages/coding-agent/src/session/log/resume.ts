// Which session `--continue` and `--resume` mean. Looks and says; opening, asking and forking are the
// caller's.
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { listAllSessions, listProjectSessions, type SessionListing } from "./list-sessions.ts";
import type { SessionScope } from "./session-folders.ts";
import type { Breadcrumb } from "./terminal-breadcrumb.ts";

/** What people are told where no session could be chosen. */
export const RESUME_TEXTS = {
  forkQuestion: "Fork into current directory? [y/N]",
  noSessions: "No sessions found",
  noneSelected: "No session selected",
} as const;

/** The session that a value of `--resume` names. */
export type ResumeAnswer =
  | { readonly kind: "found"; readonly file: string }
  /** In another project; the caller may offer to fork it. */
  | {
      readonly kind: "elsewhere";
      readonly file: string;
      readonly cwd: string;
      readonly message: string;
    }
  | { readonly kind: "none"; readonly message: string };

/**
 * The session to go on with: the one that this terminal had here, else the newest of `list`, else none.
 * The list is made only when it is needed.
 */
export function sessionToContinue(
  cwd: string,
  breadcrumb: Breadcrumb | undefined,
  list: () => readonly SessionListing[],
): string | undefined {
  if (breadcrumb?.cwd === cwd && isFile(breadcrumb.sessionFile)) return breadcrumb.sessionFile;
  return list()[0]?.file;
}

/** Finds the session that a path, an id or the beginning of an id names. */
export function resolveResume(value: string, scope: SessionScope): ResumeAnswer {
  const missing: ResumeAnswer = { kind: "none", message: `Session "${value}" not found.` };
  if (isPathLike(value)) {
    const file = resolve(scope.cwd, expandHome(value, scope.host.home));
    return isFile(file) ? { kind: "found", file } : missing;
  }
  if (value.trim() === "") return missing;
  const here = matches(value, listProjectSessions(scope, { withUnanswered: true }));
  if (here.length > 0) return onlyOne(value, here) ?? found(here[0] as SessionListing);
  const anywhere = matches(value, listAllSessions(scope.sessionsDir, { withUnanswered: true }));
  const [first] = anywhere;
  if (first === undefined) return missing;
  const tooMany = onlyOne(value, anywhere);
  if (tooMany !== undefined) return tooMany;
  if (first.cwd === scope.cwd) return found(first);
  const message = `Session "${value}" is in another project (${first.cwd || first.file}).`;
  return { kind: "elsewhere", file: first.file, cwd: first.cwd, message };
}

/** Sessions of that very id, else those whose id begins so. */
function matches(value: string, listings: readonly SessionListing[]): SessionListing[] {
  const id = value.toLowerCase();
  const exact = listings.filter((listing) => listing.id.toLowerCase() === id);
  if (exact.length > 0) return exact.slice(0, 1);
  return listings.filter((listing) => listing.id.toLowerCase().startsWith(id));
}

/** Opening one of several would be a guess. */
function onlyOne(value: string, listings: readonly SessionListing[]): ResumeAnswer | undefined {
  if (listings.length === 1) return undefined;
  const some = listings.slice(0, 5).map(({ id, name }) => `${id} (${name})`);
  const rest = listings.length > some.length ? ` and ${listings.length - some.length} more` : "";
  const message = `Session "${value}" may be any of ${listings.length}: ${some.join(", ")}${rest}. Give more of its id.`;
  return { kind: "none", message };
}

function found({ file }: SessionListing): ResumeAnswer {
  return { kind: "found", file };
}

function isPathLike(value: string): boolean {
  return /[/\\]/.test(value) || value.endsWith(".jsonl");
}

function expandHome(path: string, home: string | undefined): string {
  return home !== undefined && /^~[/\\]/.test(path) ? join(home, path.slice(2)) : path;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
