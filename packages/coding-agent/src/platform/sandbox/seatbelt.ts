// The sandbox as macOS builds it: a profile for `sandbox-exec`. Pure but for the command line.
import { foldersToPin, type SandboxBackend, type SandboxPlan } from "./sandbox-backend.ts";

export function seatbelt(programPath: string): SandboxBackend {
  return {
    name: "seatbelt",
    variant: "sandbox-exec",
    holdsProtected: true,
    hasOwnLoopback: false,
    limits: ["single hosts cannot be granted", "other processes can be seen"],
    wrap: (argv, plan) => [programPath, "-p", seatbeltProfile(plan), ...argv],
  };
}

/** Later rules win: everything is readable, little is writable, and what is protected comes last. */
export function seatbeltProfile(plan: SandboxPlan): string {
  const folders = [...plan.writable, plan.temp];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    "(allow ipc-posix-sem ipc-posix-shm-read*)",
    "(allow pseudo-tty)",
    "(allow file-read*)",
    '(allow file-ioctl (regex #"^/dev/tty"))',
    `(allow file-write* ${["/dev/null", "/dev/zero", "/dev/tty"].map(literal).join(" ")})`,
    `(allow file-write* ${folders.map(subpath).join(" ")})`,
    ...[...plan.protectedPaths, ...plan.absentPaths].map(
      (path) => `(deny file-write* ${subpath(path)})`,
    ),
    // A folder above something protected must not be renamed away.
    ...foldersToPin(plan).map((path) => `(deny file-write-unlink ${literal(path)})`),
    ...plan.reopened.map((path) => `(allow file-write* ${subpath(path)})`),
    ...[...plan.hidden, ...plan.sockets].map(
      (path) => `(deny file-read* file-write* ${literal(path)})`,
    ),
    ...(plan.hasNetwork ? ["(allow network*)", "(allow system-socket)"] : ["(deny network*)"]),
    "",
  ].join("\n");
}

const quoted = (path: string): string =>
  `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const subpath = (path: string): string => `(subpath ${quoted(path)})`;
const literal = (path: string): string => `(literal ${quoted(path)})`;
