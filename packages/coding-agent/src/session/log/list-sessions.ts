// Lists sessions, newest first, from a look at the beginning of each file; and in full, from all of it.
import { basename, dirname, sep } from "node:path";
import { oneLine } from "./one-line.ts";
import {
  allFolders,
  isNamesake,
  projectFolders,
  sessionFilesIn,
  type SessionScope,
} from "./session-folders.ts";
import { PrefixReader, type SessionPrefix } from "./session-prefix.ts";

/** A session in a list. */
export interface SessionListing {
  readonly file: string;
  readonly id: string;
  /** Working directory of the session; empty where the file does not tell. */
  readonly cwd: string;
  /** What to call it in a list: title, else first prompt, else id, else file name. */
  readonly name: string;
  readonly title: string | undefined;
  readonly firstPrompt: string | undefined;
  readonly modifiedMs: number;
  readonly bytes: number;
  /** False for one in which nothing was answered; those are left out unless asked for. */
  readonly hasAnswer: boolean;
}

export interface ListOptions {
  /** Also sessions in which nothing was answered, such as one that was killed early. */
  readonly withUnanswered?: boolean;
}

const MAX_NAME_CHARS = 40;

/** Sessions of one project. */
export function listProjectSessions(
  scope: SessionScope,
  options: ListOptions = {},
): SessionListing[] {
  return listFolders(projectFolders(scope), options).filter(
    ({ file, cwd }) => !isNamesake(dirname(file), cwd, scope),
  );
}

/** Sessions of all projects. */
export function listAllSessions(sessionsDir: string, options: ListOptions = {}): SessionListing[] {
  return listFolders(allFolders(sessionsDir), options);
}

/** Sessions in the given folders. */
export function listFolders(
  folders: readonly string[],
  { withUnanswered = false }: ListOptions = {},
): SessionListing[] {
  const reader = new PrefixReader();
  const found: SessionListing[] = [];
  for (const folder of folders) {
    for (const name of sessionFilesIn(folder)) {
      const file = `${folder}${sep}${name}`;
      const prefix = reader.read(file);
      if (prefix !== undefined && (prefix.hasAnswer || withUnanswered))
        found.push(toListing(file, prefix));
    }
  }
  return found.sort(byAge);
}

/** Orders sessions, newest first. */
export function byAge(a: SessionListing, b: SessionListing): number {
  return b.modifiedMs - a.modifiedMs || (a.file < b.file ? 1 : -1);
}

/** What a list says of a session, from the first look at it. */
export function toListing(file: string, prefix: SessionPrefix): SessionListing {
  const { header, firstPrompt, modifiedMs, bytes, hasAnswer } = prefix;
  const title = typeof header?.title === "string" && header.title ? header.title : undefined;
  const idInName = /_([^_]+)\.jsonl$/.exec(file)?.[1];
  const id = header?.id || idInName || "";
  return {
    file,
    id,
    cwd: typeof header?.cwd === "string" ? header.cwd : "",
    name: nameOf(title, firstPrompt, id) ?? basename(file),
    title,
    firstPrompt,
    modifiedMs,
    bytes,
    hasAnswer,
  };
}

function nameOf(...candidates: readonly (string | undefined)[]): string | undefined {
  for (const text of candidates) {
    const name = text ? oneLine(text, MAX_NAME_CHARS) : "";
    if (name !== "") return name;
  }
  return undefined;
}
