// The sandbox as Landlock rules and a system call filter: no namespaces, so it works where those are forbidden, but it
// can neither hide files nor keep a folder inside a writable one unchanged.
import { systemCallFilter } from "./system-call-filter.ts";
import { enterScript, runtimeArguments, type EnterTask, type Step } from "./enter-script.ts";
import { HOLDS_WHAT_IS_THERE, type SandboxBackend } from "./sandbox-backend.ts";

export interface LandlockOptions {
  readonly execPath: string;
  readonly libcPath: string;
  readonly architecture: string;
}

interface LandlockTask extends EnterTask {
  readonly writable: readonly string[];
  readonly hidden: readonly string[];
  readonly hasNetwork: boolean;
}

export function landlock({ execPath, libcPath, architecture }: LandlockOptions): SandboxBackend {
  return {
    name: "landlock",
    variant: "syscalls",
    holdsProtected: false,
    hasOwnLoopback: false,
    limits: [
      "modes, owners and times of files outside can be changed",
      "protected files inside the workspace are put back after each command",
      HOLDS_WHAT_IS_THERE,
      "without network, commands reach no server, not even one of their own",
      "single hosts cannot be granted, and other processes can be seen",
    ],
    wrap(argv, { writable, temp, reopened, hidden, hasNetwork }) {
      const filter = systemCallFilter(architecture, { isolatesSockets: !hasNetwork });
      const task: LandlockTask = {
        libcPath,
        filter: filter === undefined ? "" : Buffer.from(filter).toString("base64"),
        writable: [...writable, ...reopened, temp],
        hidden,
        hasNetwork,
      };
      const script = enterScript(task, () => undefined, [enterLandlock]);
      return [...runtimeArguments(execPath, script), ...argv];
    },
  };
}

/** Runs in the fresh runtime: uses nothing but its arguments. */
function enterLandlock({ tools: { fs }, entry, task }: Step<LandlockTask, undefined>): void {
  const { syscall, check } = entry;
  const [CREATE, ADD, RESTRICT] = [444, 445, 446];
  const abi = syscall(CREATE, 0, 0, 1);
  if (abi < 3) throw new Error("this kernel has no Landlock that covers truncation");
  const READ = 1n << 2n;
  const DEVICE = (1n << 1n) | (1n << 14n) | (abi >= 5 ? 1n << 15n : 0n);
  let change = 0n;
  for (let bit = 4n; bit < 14n; bit++) change |= 1n << bit;
  change |= DEVICE;
  const handled = new BigUint64Array([
    change | READ,
    abi >= 4 && !task.hasNetwork ? 3n : 0n,
    abi >= 6 ? 3n : 0n,
  ]);
  const size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  const rules = syscall(CREATE, handled, size, 0);
  check(rules, "a Landlock ruleset");
  const add = (path: string, rights: bigint): void => {
    if (!fs.existsSync(path)) return;
    const O_PATH = 0o10000000;
    const fd = fs.openSync(path, O_PATH);
    const isFolder = fs.fstatSync(fd).isDirectory();
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(isFolder ? rights : rights & (READ | DEVICE), 0);
    rule.writeInt32LE(fd, 8);
    check(syscall(ADD, rules, 1, rule, 0), `a rule for ${path}`);
    fs.closeSync(fd);
  };
  /** Rules only allow: everything beside the way to a hidden file is allowed instead. */
  const allowReading = (folder: string): void => {
    const inside = task.hidden.filter((path) =>
      path.startsWith(folder === "/" ? "/" : `${folder}/`),
    );
    if (inside.length === 0) return add(folder, READ);
    for (const name of fs.readdirSync(folder)) {
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
      if (task.hidden.includes(path)) continue;
      try {
        if (inside.some((one) => one.startsWith(`${path}/`))) allowReading(path);
        else add(path, READ);
      } catch {
        // It went away, or is nothing that can be opened; then it cannot be read either.
      }
    }
  };
  allowReading("/");
  for (const path of task.writable) add(path, change);
  for (const name of ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts"])
    add(`/dev/${name}`, DEVICE);
  const PRCTL = process.arch === "x64" ? 157 : 167;
  check(syscall(PRCTL, 38, 1, 0, 0, 0), "giving up new privileges");
  check(syscall(RESTRICT, rules, 0), "entering Landlock");
}
