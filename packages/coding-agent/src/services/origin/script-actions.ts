// What a shell command does with the world outside: brings text in, sends data out, writes beside the workspace. The
// command is parsed as bash would; what cannot be read counts as everything. Pure.
import { type Invocation, isFetcher, operandsOf } from "../command-safety/invocation.ts";
import { parseShell } from "../command-safety/parse-script.ts";
import { absolutePath, placeOf } from "../command-safety/places.ts";
import { Scope } from "../command-safety/scope.ts";
import { ScriptWalker } from "../command-safety/walk-script.ts";

export interface ScriptActions {
  /** The program that brings text from elsewhere. */
  readonly brings?: string;
  /** What is sent, and by what. */
  readonly sends?: string;
  /** A place beside the workspace that is written to. */
  readonly leaves?: string;
}

interface Place {
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
}

const REMOTE = /^(?:ssh|scp|sftp|ftp|lftp|telnet|nc|ncat|netcat|socat|mail|sendmail|mutt)$/;
const PUBLISHERS: Readonly<Record<string, RegExp>> = {
  git: /^(?:push|send-email|request-pull)$/,
  gh: /^(?!auth$|help$|version$).+/,
  glab: /^(?!auth$|help$|version$).+/,
  npm: /^(?:publish|login|adduser|owner|token|dist-tag)$/,
  yarn: /^(?:publish|npm)$/,
  pnpm: /^publish$/,
  bun: /^publish$/,
  cargo: /^(?:publish|login|yank)$/,
  docker: /^(?:push|login)$/,
  podman: /^(?:push|login)$/,
  twine: /^upload$/,
  gem: /^push$/,
  aws: /./,
  gcloud: /./,
  az: /./,
  kubectl: /./,
};
const BRINGERS: Readonly<Record<string, RegExp>> = {
  git: /^(?:clone|fetch|pull|ls-remote|submodule|remote)$/,
  gh: /./,
  npm: /^(?:view|info|show|search|audit)$/,
  pip: /^(?:download|index|search)$/,
};
const SENDING_FLAGS =
  /^(?:-d|--data(?:-\w+)?|-F|--form|-T|--upload-file|--post-data|--post-file|--body-(?:data|file)|-X|--request|--method)(?:=|$)|^-d.|^-F./;

/** What a command does. */
export function scriptActions(command: string, place: Place = {}): ScriptActions {
  const scope = new Scope(place);
  const found: { brings?: string; sends?: string; leaves?: string } = {};
  let invocations: readonly Invocation[];
  try {
    const walker = new ScriptWalker((text, inner) => {
      look(walker.walk(parseShell(text), inner.fork()), scope, found);
    });
    invocations = walker.walk(parseShell(command), scope);
  } catch {
    // It asks anyway, or it cannot be read: then only the worst is certain.
    return { brings: "a command", sends: "a command that cannot be judged" };
  }
  look(invocations, scope, found);
  const target = redirectTargets(command).find((path) => isBeside(path, scope));
  if (target !== undefined) found.leaves ??= target;
  return found;
}

function look(
  invocations: readonly Invocation[],
  scope: Scope,
  found: { brings?: string; sends?: string; leaves?: string },
): void {
  for (const invocation of invocations) {
    const { name, args } = invocation;
    const [verb = ""] = operandsOf(args);
    if (isFetcher(invocation) || BRINGERS[name]?.test(verb)) found.brings ??= `${name} ${verb}`;
    if (isSending(invocation, verb)) found.sends ??= `${name} ${verb}`.trim();
    const written = WRITES_LAST.test(name) ? operandsOf(args).at(-1) : undefined;
    if (written !== undefined && isBeside(written, scope)) found.leaves ??= written;
    const all = WRITES_ALL.test(name) ? operandsOf(args) : [];
    const beside = all.find((path) => isBeside(path, scope));
    if (beside !== undefined) found.leaves ??= beside;
  }
}

const WRITES_LAST = /^(?:cp|mv|install|ln|rsync)$/;
const WRITES_ALL = /^(?:tee|touch|mkdir|rm|rmdir|truncate|chmod|chown|unlink)$/;

function isSending(invocation: Invocation, verb: string): boolean {
  const { name, args } = invocation;
  if (REMOTE.test(name) || PUBLISHERS[name]?.test(verb)) return true;
  if (name === "rsync") return args.some((arg) => /^[^/]*:/.test(arg));
  if (/\/dev\/(?:tcp|udp)\//.test(args.join(" "))) return true;
  if (!isFetcher(invocation)) return false;
  // An address that is put together as the command runs can carry anything.
  const isComposed = args.some((arg) => /[\uE000-\uF8FF]/.test(arg));
  return isComposed || args.some((arg) => SENDING_FLAGS.test(arg) || /[?&][^=]*=.{9,}/.test(arg));
}

function redirectTargets(command: string): string[] {
  return [...command.matchAll(/>>?\s*("?)([/~$][^\s"';&|)]*)\1/g)].map(([, , path = ""]) => path);
}

/** Neither in the workspace nor temporary. */
function isBeside(path: string, scope: Scope): boolean {
  const value = path.replace(/^~(?=\/|$)|^\$HOME/, scope.home);
  if (/^\/dev\/(?:null|stdout|stderr|tty)$/.test(value)) return false;
  const absolute = absolutePath(value, scope);
  if (absolute.startsWith(`${scope.workspace}/`) || absolute === scope.workspace) return false;
  if (/^(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders)\//.test(absolute))
    return false;
  return placeOf(value, scope) !== "free" || absolute.startsWith("/");
}
