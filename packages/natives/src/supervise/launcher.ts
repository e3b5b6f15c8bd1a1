// How the root of a process tree is started. On Linux it is made a child subreaper, so that a process
// which daemonises (double fork, setsid, empty environment) becomes its child instead of vanishing to init: "no
// children left" then means "nothing left". Knows nothing of shells.
import { libcPath } from "../process/libc.ts";

/** A command line and environment for `Bun.spawn` that end up as `argv` with `env`. */
export interface Launch {
  readonly cmd: string[];
  readonly env: Record<string, string>;
  /** Whether escaped descendants come back to the started process. */
  readonly isSubreaper: boolean;
}

/**
 * A subreaper is made by asking the kernel and then replacing oneself by the real program; the attribute survives
 * execve. The runtime that runs us is the only program at hand that can do it: it is started for those two calls,
 * in the root directory, without configuration, with every variable hidden behind an underscore so that none of
 * them (LD_PRELOAD, BUN_OPTIONS) acts on the intermediate step. It marks what it inherited close-on-exec; that is undone.
 */
export function launchAsSubreaper(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  keptDescriptors: readonly number[],
): Launch {
  if (process.platform !== "linux") return { cmd: [...argv], env: { ...env }, isSubreaper: false };
  const hidden: Record<string, string> = { BUN_BE_BUN: "1" };
  for (const [name, value] of Object.entries(env)) hidden[`_${name}`] = value;
  const isolated = ["--no-env-file", "--config=/dev/null", "--no-install"];
  return {
    cmd: [process.execPath, ...isolated, "-e", becomeSubreaper(keptDescriptors), ...argv],
    env: hidden,
    isSubreaper: true,
  };
}

/** Where the launched program finds the pipe for its status messages. */
export const STATUS_FD = 5;

function becomeSubreaper(keptDescriptors: readonly number[]): string {
  return `
const { dlopen, ptr } = require("bun:ffi");
const libc = dlopen(${JSON.stringify(libcPath())}, {
  prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
  signal: { args: ["i32", "ptr"], returns: "ptr" },
  fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
  sigprocmask: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  execve: { args: ["ptr", "ptr", "ptr"], returns: "i32" },
}).symbols;
const kept = [];
const text = (value) => { const bytes = Buffer.from(value + "\\0"); kept.push(bytes); return BigInt(ptr(bytes)); };
const list = (values) => new BigUint64Array([...values.map(text), 0n]);
const argv = process.argv.slice(1);
const env = Object.entries(process.env).filter(([name]) => name[0] === "_").map(([name, value]) => name.slice(1) + "=" + value);
libc.prctl(36, 1, 0, 0, 0);
for (let signal = 1; signal < 32; signal++) if (signal !== 9 && signal !== 19) libc.signal(signal, null);
libc.sigprocmask(2, new Uint8Array(128), null);
for (const fd of ${JSON.stringify(keptDescriptors)}) libc.fcntl(fd, 2, 0);
libc.execve(Buffer.from(argv[0] + "\\0"), list(argv), list(env));
require("node:fs").writeSync(${STATUS_FD}, "Ecannot run " + argv[0] + "\\0");
process.exit(127);
`;
}
