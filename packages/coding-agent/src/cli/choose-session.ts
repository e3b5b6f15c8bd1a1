// Which session file the flags mean: the last one here, one by name, or a fresh copy of one. Undefined for a
// new session.
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

/** Whether the flags ask for a choice among sessions that a screen can offer. */
export function isChoiceAsked({ flags }: Pick<ParsedArgs, "flags">): boolean {
  return flags.get("resume") === true;
}

/** The file to go on with. */
export function chooseSession({ flags }: ParsedArgs, host: Host, cwd: string): string | undefined {
  const given = FLAGS_OF_CHOICE.filter((name) => flags.has(name));
  if (given.length === 0) return undefined;
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
    return sessionToContinue(cwd, breadcrumb, list);
  }
  const value = flags.get("resume") ?? flags.get("fork");
  if (typeof value !== "string") throw new UserError(choiceText(list()), "error");
  const answer = resolveResume(value, scope);
  if (answer.kind === "none") throw new UserError(answer.message, "error");
  if (flags.has("fork")) return fork(answer.file, folder ?? ownFolder(paths, cwd, host), cwd, host);
  if (answer.kind === "found") return answer.file;
  throw new UserError(`${answer.message} To go on with a copy here: omp --fork ${value}`, "error");
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
