// Programs that run another program: what is left when they are taken off.
import { HOLE } from "./unknown.ts";

/** What a wrapper runs: a program with its arguments, or a script. */
export interface Wrapped {
  readonly argv?: readonly string[];
  readonly text?: string;
  readonly isElevated?: boolean;
  readonly hasInputArguments?: boolean;
}

interface WrapperForm {
  /** Options that take the next argument. */
  readonly valued?: string;
  /** Arguments before the program. */
  readonly operands?: number;
  /** `NAME=value` may stand before the program. */
  readonly hasAssignments?: boolean;
  readonly isElevated?: boolean;
  readonly hasInputArguments?: boolean;
  /** Options whose argument is a script. */
  readonly script?: string;
  /** The rest is joined to a script. */
  readonly isScript?: boolean;
}

const NONE: WrapperForm = {};
const FORMS: ReadonlyMap<string, WrapperForm> = new Map<string, WrapperForm>([
  [
    "sudo",
    {
      valued: "-u -g -p -C -r -t -h -U -D -R -T --user --group --host --chdir --prompt",
      hasAssignments: true,
      isElevated: true,
    },
  ],
  ["doas", { valued: "-u -C", isElevated: true }],
  ["pkexec", { valued: "--user", isElevated: true }],
  ["su", { valued: "-s -g -G", operands: 99, script: "-c --command", isElevated: true }],
  ["runuser", { valued: "-u -s -g -G", script: "-c --command", isElevated: true }],
  ["env", { valued: "-u -C --unset --chdir", hasAssignments: true, script: "-S --split-string" }],
  ["exec", { valued: "-a" }],
  ["nice", { valued: "-n --adjustment" }],
  ["ionice", { valued: "-c -n -p" }],
  ["timeout", { valued: "-s -k --signal --kill-after", operands: 1 }],
  ["gtimeout", { valued: "-s -k --signal --kill-after", operands: 1 }],
  ["stdbuf", { valued: "-i -o -e" }],
  ["chrt", { operands: 1 }],
  ["taskset", { operands: 1 }],
  ["chroot", { operands: 1 }],
  ["flock", { valued: "-w -E --timeout", operands: 1, script: "-c --command" }],
  ["watch", { valued: "-n --interval", isScript: true }],
  ["script", { operands: 99, script: "-c --command" }],
  ["strace", { valued: "-e -o -p -s -P" }],
  ["ltrace", { valued: "-e -o -p -s" }],
  ["systemd-run", { valued: "-p -u --unit --property" }],
  [
    "xargs",
    { valued: "-n -P -L -d -a -E -s --max-args --max-procs --arg-file", hasInputArguments: true },
  ],
  ["parallel", { valued: "-j -P -n --jobs", hasInputArguments: true }],
  ["trap", { script: "" }],
]);
const PLAIN_WRAPPERS =
  /^(?:command|builtin|nohup|setsid|time|busybox|toybox|unbuffer|caffeinate|fakeroot|noglob|nocorrect|dbus-run-session|xvfb-run|rlwrap)$/;

/** Takes one wrapper off; undefined when the program is none. */
export function unwrap(name: string, args: readonly string[]): Wrapped | undefined {
  if (name === "command" && /^-[vV]/.test(args[0] ?? "")) return undefined;
  const form = FORMS.get(name) ?? (PLAIN_WRAPPERS.test(name) ? NONE : undefined);
  if (form === undefined) return undefined;
  const traits = {
    ...(form.isElevated && { isElevated: true }),
    ...(form.hasInputArguments && { hasInputArguments: true }),
  };
  if (form.script === "")
    return { ...traits, text: args[0]?.startsWith("-") ? "" : (args[0] ?? "") };
  const { rest, text, token } = readOptions(form, args);
  if (text !== undefined) return { ...traits, text };
  if (form.isScript) return { ...traits, text: rest.join(" ") };
  const argv = rest.slice(form.operands ?? 0);
  return { ...traits, argv: token === undefined ? argv : argv.map((arg) => fill(arg, token)) };
}

interface ReadOptions {
  readonly rest: readonly string[];
  readonly text?: string;
  /** What xargs replaces by its input. */
  readonly token?: string;
}

function readOptions(form: WrapperForm, args: readonly string[]): ReadOptions {
  const valued = new Set(form.valued?.split(" "));
  const scripts = new Set(form.script?.split(" "));
  let token: { token: string } | undefined;
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === "--") {
      index++;
      break;
    }
    if (scripts.has(arg)) return { rest: [], text: args.slice(index + 1, index + 2).join() };
    if (form.hasInputArguments && /^-[Ii]/.test(arg)) {
      token = {
        token: arg.length > 2 ? arg.slice(2) : arg === "-I" ? (args[++index] ?? "{}") : "{}",
      };
    } else if (valued.has(arg)) index++;
    else if (!arg.startsWith("-") && !(form.hasAssignments && /^\w+=/.test(arg))) {
      // A script may still follow the operands: `su root -c …`, `flock file -c …`.
      const later = args.findIndex((other, at) => at > index && scripts.has(other));
      if (later !== -1 && later - index <= (form.operands ?? 0))
        return { rest: [], text: args.slice(later + 1, later + 2).join() };
      break;
    }
  }
  return { rest: args.slice(index), ...token };
}

function fill(arg: string, token: string): string {
  return token === "" ? arg : arg.replaceAll(token, HOLE);
}
