// A permission that a person gave for more than one call: which tool, on which paths, for which form of command, until
// when. Pure.
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { dirname, resolve, sep } from "node:path";

/** What a lease covers. */
export interface LeaseScope {
  readonly tool: string;
  /** Every file of the call lies here. */
  readonly pathPrefix?: string;
  /** The command begins with these words, or is exactly this line. */
  readonly command?: { readonly words: string } | { readonly line: string };
  /** It was given in spite of text from elsewhere in the conversation. */
  readonly isDespiteForeignText: boolean;
}

export interface Lease extends LeaseScope {
  readonly id: string;
  readonly grantedAtMs: number;
  readonly expiresAtMs: number;
}

/** Where a call would take effect. */
export interface LeasePlace {
  readonly root: string;
}

/** A plain command: a program and words, nothing that a shell would make more of. */
const PLAIN = /^[\w./@:=,+%-]+(?: +[\w./@:=,+%-]+)*$/;
const RUNNERS =
  /^(?:sudo|env|xargs|sh|bash|zsh|nohup|time|eval|exec|ssh|python\d?|node|perl|ruby)$/;

/** The widest scope that is offered for a call. */
export function scopeOf(
  { tool, args }: Pick<PolicyRequest, "tool" | "args">,
  { root }: LeasePlace,
  isDespiteForeignText: boolean,
): LeaseScope {
  const base = { tool: tool.name, isDespiteForeignText };
  const line = commandIn(args);
  if (line !== undefined) return { ...base, command: commandScope(line) };
  const paths = pathsIn({ tool, args }, root);
  return paths.length === 0 ? base : { ...base, pathPrefix: prefixOf(paths, root) };
}

/** Whether a lease allows a call now. */
export function isCovered(
  lease: Lease,
  call: Pick<PolicyRequest, "tool" | "args">,
  { root, nowMs, isForeign }: LeasePlace & { nowMs: number; isForeign: boolean },
): boolean {
  if (lease.tool !== call.tool.name || nowMs >= lease.expiresAtMs) return false;
  if (isForeign && !lease.isDespiteForeignText) return false;
  const line = commandIn(call.args);
  if (lease.command !== undefined) return line !== undefined && isSameForm(lease.command, line);
  if (lease.pathPrefix === undefined) return line === undefined;
  const { pathPrefix } = lease;
  const paths = pathsIn(call, root);
  return paths.length > 0 && paths.every((path) => isBelow(path, pathPrefix));
}

/** What a lease covers, in words. */
export function scopeText({ tool, pathPrefix, command }: LeaseScope): string {
  if (command === undefined) return pathPrefix === undefined ? tool : `${tool} in ${pathPrefix}`;
  return "words" in command ? `${tool}: ${command.words} …` : `${tool}: exactly ${command.line}`;
}

function commandScope(line: string): { words: string } | { line: string } {
  const words = line.trim().split(/ +/);
  const [program = "", next] = words;
  if (!PLAIN.test(line.trim()) || RUNNERS.test(program.split("/").at(-1) ?? "")) return { line };
  const hasSubcommand = next !== undefined && /^[a-z][\w:-]*$/.test(next);
  return { words: hasSubcommand ? `${program} ${next}` : program };
}

function isSameForm(command: { words: string } | { line: string }, line: string): boolean {
  if ("line" in command) return command.line === line;
  const text = line.trim();
  return PLAIN.test(text) && (text === command.words || text.startsWith(`${command.words} `));
}

function commandIn(args: unknown): string | undefined {
  const { command } = (args ?? {}) as { command?: unknown };
  return typeof command === "string" ? command : undefined;
}

function pathsIn({ tool, args }: Pick<PolicyRequest, "tool" | "args">, root: string): string[] {
  const touched = tool.traits?.touches?.((args ?? {}) as Record<string, unknown>) ?? {};
  const { read = [], written = [], edited = [] } = touched;
  return [...read, ...written, ...edited].map((path) => resolve(root, path));
}

/** The workspace for files in it, else the folder of each file that is nearest to the root. */
function prefixOf(paths: readonly string[], root: string): string {
  if (paths.every((path) => isBelow(path, root))) return root;
  let prefix = dirname(paths[0] ?? root);
  while (!paths.every((path) => isBelow(path, prefix))) prefix = dirname(prefix);
  return prefix;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
