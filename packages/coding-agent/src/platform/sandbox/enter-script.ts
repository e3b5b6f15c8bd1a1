// Scripts that a fresh runtime runs to put itself into a sandbox and then become the command. Each function here is
// sent as its own text, so it may use nothing but its arguments.
import type * as ffi from "bun:ffi";
import type * as fs from "node:fs";

/** What a script is given. */
interface Tools {
  readonly ffi: typeof ffi;
  readonly fs: typeof fs;
  readonly libcPath: string;
  readonly argv: readonly string[];
}

/** Calls of the C library, and how to become the command. */
interface Entry {
  readonly syscall: (
    number: number,
    ...args: readonly (number | bigint | NodeJS.TypedArray | string)[]
  ) => number;
  readonly check: (result: number, what: string) => void;
  /** Gives up every privilege for good and becomes `argv`. */
  readonly become: (filter: string) => never;
}

export interface EnterTask {
  readonly libcPath: string;
  /** A seccomp program in base64, or nothing. */
  readonly filter: string;
}

/** What every step of a script is given. */
export interface Step<Task, Helper> {
  readonly tools: Tools;
  readonly entry: Entry;
  readonly task: Task;
  readonly helper: Helper;
}

/** A script for `bun -e` that takes `steps` with `task`, then becomes its arguments. */
export function enterScript<Task extends EnterTask, Helper>(
  task: Task,
  prepare: (step: Omit<Step<Task, Helper>, "helper">) => Helper,
  steps: readonly ((step: Step<Task, Helper>) => void)[],
): string {
  const calls = steps.map((step) => `(${step.toString()})({ tools, entry, task, helper });`);
  return `const task = ${JSON.stringify(task)};
const tools = { ffi: require("bun:ffi"), fs: require("node:fs"), argv: process.argv.slice(1), libcPath: task.libcPath };
const entry = (${prepareEntry.toString()})(tools);
try {
const helper = (${prepare.toString()})({ tools, entry, task });
${calls.join("\n")}
process.chdir("/");
entry.become(task.filter);
} catch (error) { tools.fs.writeSync(2, "omp sandbox: " + error.message + "\\n"); }
process.exit(126);`;
}

/** The command line of a runtime that runs a script, before the arguments of the script. */
export function runtimeArguments(execPath: string, script: string): string[] {
  const isolated = ["--no-env-file", "--config=/dev/null", "--no-install"];
  return ["/usr/bin/env", "BUN_BE_BUN=1", execPath, ...isolated, "-e", script];
}

function prepareEntry({ ffi: { dlopen, ptr }, libcPath, argv }: Tools): Entry {
  const libc = dlopen(libcPath, {
    syscall: { args: ["i64", "u64", "u64", "u64", "u64", "u64"], returns: "i64" },
    prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
    fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
    signal: { args: ["i32", "ptr"], returns: "ptr" },
    sigprocmask: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    unsetenv: { args: ["cstring"], returns: "i32" },
    execvp: { args: ["ptr", "ptr"], returns: "i32" },
  }).symbols;
  const kept: NodeJS.TypedArray[] = [];
  const address = (value: number | bigint | NodeJS.TypedArray | string): bigint => {
    if (typeof value === "bigint") return value;
    if (typeof value === "number") return BigInt.asUintN(64, BigInt(value));
    const bytes = typeof value === "string" ? Buffer.from(`${value}\0`) : value;
    kept.push(bytes);
    return BigInt(ptr(bytes));
  };
  const check = (result: number, what: string): void => {
    if (result < 0) throw new Error(`${what} was refused`);
  };
  return {
    check,
    syscall(number, ...args) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = args;
      const all = [a, b, c, d, e].map(address) as [bigint, bigint, bigint, bigint, bigint];
      return Number(libc.syscall(number, ...all));
    },
    become(filter) {
      for (let signal = 1; signal < 32; signal++)
        if (signal !== 9 && signal !== 19) libc.signal(signal, null);
      libc.sigprocmask(2, new Uint8Array(128), null);
      // The runtime marks what it inherited close-on-exec; these are the pipes of a shell.
      for (let fd = 0; fd < 256; fd++) if (fd < 3 || fd >= 248) libc.fcntl(fd, 2, 0);
      check(libc.prctl(38, 1n, 0n, 0n, 0n), "giving up new privileges");
      libc.prctl(47, 4n, 0n, 0n, 0n);
      for (let capability = 0n; capability < 64n; capability++)
        libc.prctl(24, capability, 0n, 0n, 0n);
      const header = new Uint32Array([0x20080522, 0]);
      const capset = process.arch === "x64" ? 126 : 91;
      const none = [header, new Uint32Array(6), 0, 0, 0].map(address);
      const [a = 0n, b = 0n] = none;
      check(Number(libc.syscall(capset, a, b, 0n, 0n, 0n)), "giving up capabilities");
      if (filter !== "") {
        const program = Buffer.from(filter, "base64");
        const described = Buffer.alloc(16);
        described.writeUInt16LE(program.length / 8, 0);
        described.writeBigUInt64LE(address(program), 8);
        check(libc.prctl(22, 2n, address(described), 0n, 0n), "the system call filter");
      }
      libc.unsetenv(Buffer.from("BUN_BE_BUN\0"));
      const list = new BigUint64Array([...argv.map(address), 0n]);
      libc.execvp(Buffer.from(`${argv[0]}\0`), list);
      throw new Error(`cannot run ${argv[0]}`);
    },
  };
}
