// Which session file the flags mean: the last one here, one by name, or a fresh copy of one.
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { type AgentPaths, agentPaths, sessionDirName } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { forkSession } from "../session/log/fork-session.ts";
import {
  listFolders,
  listProjectSessions,
  type SessionListing,
} from "../session/log/list-sessions.ts";
import { RESUME_TEXTS, resolveResume, sessionToContinue } from "../session/log/resume.ts";
import { dropBreadcrumb, findBreadcrumb, terminalId } from "../session/log/terminal-breadcrumb.ts";
import type { ParsedArgs } from "./parse-args.ts";

const MAX_LISTED = 10;
const FLAGS_OF_CHOICE = ["continue", "resume", "fork"];

/** What the flags say of the session to begin with. */
export type SessionChoice =
  | { readonly kind: "new" }
  | { readonly kind: "file"; readonly file: string }
  /** Somebody is to choose from the list. */
  | { readonly kind: "pick" }
  /** Somebody was asked and wants none. */
  | { readonly kind: "none" };

/** How a person can be asked; nobody is there without them. */
export interface ChoiceAsking {
  /** There is a list to choose from. */
  readonly canPick?: boolean | undefined;
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

const NEW: SessionChoice = { kind: "new" };

/** The session to go on with. */
export async function chooseSession(
  { flags }: ParsedArgs,
  host: Host,
  cwd: string,
  { canPick = false, ask }: ChoiceAsking = {},
): Promise<SessionChoice> {
  const given = FLAGS_OF_CHOICE.filter((name) => flags.has(name));
  if (given.length === 0) return NEW;
  if (given.length > 1)
    throw new UserError(`--${given.join(" and --")} cannot be used together; choose one.`);
  if (flags.has("no-session"))
    throw new UserError(
      `--no-session keeps nothing, so that --${given[0]} has nothing to go on with.`,
    );
  const paths = agentPaths(host);
  const sessionDir = flags.get("session-dir");
  const folder = typeof sessionDir === "string" ? sessionDir : undefined;
  const scope = { sessionsDir: paths.sessionsDir, cwd, host };
  const list = (): SessionListing[] =>
    folder === undefined ? listProjectSessions(scope) : listFolders([folder]);
  if (flags.has("continue")) {
    const terminal = terminalOf(host);
    const breadcrumb =
      terminal === undefined || folder !== undefined
        ? undefined
        : findBreadcrumb(paths.terminalSessionsDir, terminal);
    const file = sessionToContinue(cwd, breadcrumb, list);
    return file === undefined ? NEW : { kind: "file", file };
  }
  const value = flags.get("resume") ?? flags.get("fork");
  if (typeof value !== "string") return pickFrom(list(), canPick && folder === undefined);
  const answer = resolveResume(value, scope);
  if (answer.kind === "none") throw new UserError(answer.message, "error");
  if (answer.kind === "found" && !flags.has("fork")) return { kind: "file", file: answer.file };
  if (answer.kind === "elsewhere" && !flags.has("fork")) {
    if (ask === undefined)
      throw new UserError(
        `${answer.message} To go on with a copy here: omp --fork ${value}`,
        "error",
      );
    const said = await ask(`${answer.message} ${RESUME_TEXTS.forkQuestion} `);
    if (said !== "y" && said !== "yes") return { kind: "none" };
  }
  const file = fork(answer.file, folder ?? ownFolder(paths, cwd, host), cwd, host);
  return { kind: "file", file };
}

/** Where there is a list to choose from it is shown; elsewhere its lines say what to type. */
function pickFrom(sessions: readonly SessionListing[], canPick: boolean): SessionChoice {
  if (canPick && sessions.length > 0) return { kind: "pick" };
  throw new UserError(choiceText(sessions), "error");
}

/** Remembers the session of this terminal for `--continue`. */
export function rememberSession(host: Host, cwd: string, sessionFile: string | undefined): void {
  const terminal = terminalOf(host);
  if (terminal === undefined || sessionFile === undefined) return;
  dropBreadcrumb(agentPaths(host).terminalSessionsDir, terminal, { cwd, sessionFile });
}

function ownFolder({ sessionsDir }: AgentPaths, cwd: string, host: Host): string {
  return join(sessionsDir, sessionDirName(cwd, host));
}

function fork(source: string, folder: string, cwd: string, { platform, now }: Host): string {
  try {
    return forkSession(source, { folder, cwd, platform, now });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${source} cannot be forked: ${reason}`, "error");
  }
}

function terminalOf({ isStdinTty, env }: Host): string | undefined {
  return isStdinTty ? terminalId({ ttyPath: ttyPath(), env }) : undefined;
}

function ttyPath(): string | undefined {
  try {
    return readlinkSync("/proc/self/fd/0");
  } catch {
    // Not Linux: the variables of the terminal tell.
    return undefined;
  }
}

function choiceText(sessions: readonly SessionListing[]): string {
  if (sessions.length === 0) return `${RESUME_TEXTS.noSessions} for this directory.`;
  const lines = sessions.slice(0, MAX_LISTED).map(({ id, name }) => `  omp -r ${id}  ${name}`);
  return `Which session? The newest here:\n${lines.join("\n")}`;
}
