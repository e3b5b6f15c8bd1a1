// Turns a call of `bash` into what is run: where, with which variables, and the command itself. Throws failures for
// what cannot be run.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import { interceptingRule } from "../../services/shell/interceptor-rules.ts";
import { parseGrant } from "../../services/sandbox/granted-hosts.ts";
import type { ShellOptions } from "../../services/shell/shell-options.ts";
import type { Workspace } from "../../services/workspace.ts";
import { splitLeadingCd, stripHeadTail } from "./command-text.ts";
import { expandUrls } from "./expand-urls.ts";
import type { BashArguments } from "./parameters.ts";

export interface PreparedCommand {
  readonly command: string;
  readonly cwd?: string;
  readonly staysInCwd?: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutS: number;
  /** Leaves the sandbox: the person has agreed. */
  readonly isOutside?: boolean;
  /** Reaches these hosts: the person has agreed. */
  readonly hosts?: readonly string[];
}

export interface Surroundings {
  readonly workspace: Workspace;
  readonly urls: InternalUrls;
  /** Where the shell is. */
  readonly directory: string;
  readonly activeTools: readonly string[];
  readonly options: ShellOptions;
  readonly signal: AbortSignal;
}

const MAX_TIMEOUT_S = 3600;

export async function prepareCommand(
  args: BashArguments,
  around: Surroundings,
): Promise<PreparedCommand> {
  return { ...(await placeCommand(args, around)), ...readOutside(args.outside) };
}

/** What was asked for, and granted by the time this runs. */
function readOutside(outside: string | undefined): Pick<PreparedCommand, "isOutside" | "hosts"> {
  if (outside === undefined) return {};
  if (outside === "all") return { isOutside: true };
  const hosts = outside.split(/[\s,]+/).filter((host) => host !== "");
  const wrong = hosts.find((host) => parseGrant(host) === undefined);
  if (hosts.length > 0 && wrong === undefined) return { hosts };
  throw new ToolFailure(
    `outside: "${wrong ?? ""}" is not a host. Use "host.name", "host.name:port" or "all".`,
  );
}

async function placeCommand(args: BashArguments, around: Surroundings): Promise<PreparedCommand> {
  refuseIntercepted(args.command, around);
  const { urls, signal, options } = around;
  const expand = (text: string, isShell: boolean): Promise<string> =>
    expandUrls(text, urls, { isShell }, signal);
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(args.env ?? {}))
    env[name] = await expand(value, false);
  const stripped = options.stripsHeadTail ? stripHeadTail(args.command) : args.command;
  const command = await expand(stripped, true);
  const timeoutS = clampTimeout(args.timeout, options.maxTimeoutS);
  if (args.cwd !== undefined) {
    const cwd = around.workspace.resolve(await expand(args.cwd, false));
    checkDirectory(cwd);
    return { command, cwd, env, timeoutS };
  }
  const leading = splitLeadingCd(command);
  if (leading === undefined) return { command, env, timeoutS };
  const cwd = findDirectory(leading.directory, around);
  checkDirectory(cwd);
  return { command: leading.rest, cwd, staysInCwd: true, env, timeoutS };
}

function refuseIntercepted(command: string, { options, activeTools }: Surroundings): void {
  const rule = interceptingRule(command, options.interceptor, activeTools);
  if (rule === undefined) return;
  throw new ToolFailure(`Blocked: ${rule.message}\n\nOriginal command: ${command}`, {
    kind: "blocked",
  });
}

function clampTimeout(askedS: number, maxS = MAX_TIMEOUT_S): number {
  return Math.min(MAX_TIMEOUT_S, maxS, Math.max(1, askedS));
}

/** Relative to where the shell is; models that think they are at the project's root are right as well. */
function findDirectory(path: string, { directory, workspace }: Surroundings): string {
  if (path.startsWith("~")) return workspace.resolve(path);
  const here = resolve(directory, path);
  const fromRoot = workspace.resolve(path);
  return !isDirectory(here) && isDirectory(fromRoot) ? fromRoot : here;
}

function checkDirectory(cwd: string): void {
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (stats === undefined) throw new ToolFailure(`Working directory does not exist: ${cwd}`);
  if (!stats.isDirectory()) throw new ToolFailure(`Working directory is not a directory: ${cwd}`);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
