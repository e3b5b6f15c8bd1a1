// What happens inside fresh namespaces before a command starts: which places it sees, which it may change, that its
// loopback works. Each function is sent as its own text and uses nothing but its arguments.
import { enterScript, type EnterTask, type Step } from "./enter-script.ts";
import type { SandboxPlan } from "./sandbox-backend.ts";

interface NamespaceTask extends EnterTask {
  readonly plan: SandboxPlan;
  readonly pinned: readonly string[];
  readonly keptInRun: readonly string[];
}

interface Mounts {
  /** Remembers a place before anything covers it. */
  readonly open: (path: string) => boolean;
  readonly mount: (type: string, to: string, flags: number, data: string) => void;
  /** Shows `from` at `to`, as it is, with everything mounted in it. */
  readonly bind: (from: string, to?: string) => void;
  readonly close: (path: string) => void;
  readonly reopen: (path: string) => void;
  readonly closeAll: () => void;
  readonly asDevice: (path: string) => void;
}

type NamespaceStep = Step<NamespaceTask, Mounts>;

export function enterNamespaces(task: NamespaceTask): string {
  return enterScript(task, prepareMounts, [
    openSources,
    arrangeFolders,
    arrangeDevices,
    arrangeProcesses,
    startLoopback,
  ]);
}

function prepareMounts({ tools: { fs }, entry }: Omit<NamespaceStep, "helper">): Mounts {
  const { syscall, check } = entry;
  const [MOUNT, MOUNT_SETATTR] = [process.arch === "x64" ? 165 : 40, 442];
  const [AT_FDCWD, RECURSIVE, BIND_ALL, O_PATH] = [-100, 0x8000, 0x5000, 0o10000000];
  const [READ_ONLY, NO_SUID, NO_DEV] = [1n, 2n, 4n];
  const opened = new Map<string, string>();
  const change = (path: string, set: bigint, clear: bigint): void => {
    const attributes = new BigUint64Array([set, clear, 0n, 0n]);
    const done = syscall(MOUNT_SETATTR, AT_FDCWD, path, RECURSIVE, attributes, 32);
    check(done, `a mount at ${path}`);
  };
  const makePoint = (from: string, to: string): void => {
    if (fs.existsSync(to)) return;
    const isFolder = fs.statSync(from).isDirectory();
    fs.mkdirSync(isFolder ? to : to.slice(0, to.lastIndexOf("/")), { recursive: true });
    if (!isFolder) fs.writeFileSync(to, "");
  };
  return {
    open(path) {
      if (!opened.has(path) && fs.existsSync(path))
        opened.set(path, `/proc/self/fd/${fs.openSync(path, O_PATH)}`);
      return opened.has(path);
    },
    mount: (type, to, flags, data) =>
      check(syscall(MOUNT, type, to, type, flags, data), `a mount at ${to}`),
    bind(from, to = from) {
      const source = opened.get(from) ?? from;
      makePoint(source, to);
      check(syscall(MOUNT, source, to, "none", BIND_ALL, ""), `a mount at ${to}`);
    },
    close: (path) => change(path, READ_ONLY, 0n),
    reopen: (path) => change(path, 0n, READ_ONLY),
    closeAll: () => change("/", READ_ONLY | NO_SUID | NO_DEV, 0n),
    asDevice: (path) => change(path, 0n, READ_ONLY | NO_DEV),
  };
}

function openSources({ task: { plan, pinned, keptInRun }, helper: { open } }: NamespaceStep): void {
  const devices = ["null", "zero", "full", "random", "urandom", "tty"];
  const { writable, readable, protectedPaths, reopened, temp } = plan;
  const places = [...writable, ...readable, ...protectedPaths, ...reopened, ...pinned, temp];
  for (const path of [...places, ...keptInRun, ...devices.map((name) => `/dev/${name}`)])
    open(path);
}

/** In the order in which they lie on each other. */
function arrangeFolders({ tools: { fs }, task, helper }: NamespaceStep): void {
  const { bind, close, reopen, open, mount, closeAll } = helper;
  const { temp, sharedTemps, readable, writable, protectedPaths, reopened } = task.plan;
  const [NO_SUID_NO_DEV] = [6];
  closeAll();
  if (fs.existsSync("/run")) {
    const kept = task.keptInRun.filter((path) => open(path));
    mount("tmpfs", "/run", NO_SUID_NO_DEV, "mode=0755");
    for (const path of kept) bind(path);
    close("/run");
  }
  for (const shared of sharedTemps) {
    bind(temp, shared);
    reopen(shared);
  }
  const bindOpen = (path: string): void => {
    bind(path);
    reopen(path);
  };
  const bindClosed = (path: string): void => {
    bind(path);
    close(path);
  };
  bindOpen(temp);
  for (const path of readable) bindClosed(path);
  for (const path of [...writable, ...task.pinned]) bindOpen(path);
  for (const path of protectedPaths) bindClosed(path);
  for (const path of reopened) bindOpen(path);
  for (const path of [...task.plan.hidden, ...task.plan.sockets])
    if (fs.existsSync(path)) bind("/dev/null", path);
}

function arrangeDevices({ tools: { fs }, helper }: NamespaceStep): void {
  const { bind, mount, open, asDevice } = helper;
  const names = ["null", "zero", "full", "random", "urandom", "tty"];
  const devices = names.map((name) => `/dev/${name}`).filter((path) => open(path));
  mount("tmpfs", "/dev", 2, "mode=0755");
  for (const path of devices) {
    bind(path);
    asDevice(path);
  }
  for (const folder of ["/dev/shm", "/dev/pts"]) fs.mkdirSync(folder);
  fs.symlinkSync("pts/ptmx", "/dev/ptmx");
  fs.symlinkSync("/proc/self/fd", "/dev/fd");
  for (const [index, name] of ["stdin", "stdout", "stderr"].entries())
    fs.symlinkSync(`/proc/self/fd/${index}`, `/dev/${name}`);
  helper.close("/dev");
  for (const path of devices) asDevice(path);
  mount("tmpfs", "/dev/shm", 6, "mode=1777");
  mount("devpts", "/dev/pts", 10, "newinstance,ptmxmode=0666,mode=620");
}

/** Root, even without any privilege, may write kernel settings unless they are closed. */
function arrangeProcesses({ tools: { fs }, helper }: NamespaceStep): void {
  helper.mount("proc", "/proc", 14, "");
  fs.writeFileSync("/proc/sys/user/max_user_namespaces", "0");
  for (const path of ["sys", "sysrq-trigger", "irq", "bus"].map((name) => `/proc/${name}`)) {
    if (!fs.existsSync(path)) continue;
    helper.bind(path);
    helper.close(path);
  }
}

function startLoopback({ task, entry: { syscall, check } }: NamespaceStep): void {
  if (task.plan.hasNetwork) return;
  const [SOCKET, IOCTL, SET_FLAGS] = process.arch === "x64" ? [41, 16, 0x8914] : [198, 29, 0x8914];
  const request = Buffer.alloc(40);
  request.write("lo");
  request.writeUInt16LE(1, 16); // up
  const socket = syscall(SOCKET, 2, 0x80002, 0);
  check(socket, "a socket");
  check(syscall(IOCTL, socket, SET_FLAGS, request), "starting the loopback");
}
