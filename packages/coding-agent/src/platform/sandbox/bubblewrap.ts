// The sandbox as bubblewrap builds it: only a command line.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  foldersToPin,
  HOLDS_WHAT_IS_THERE,
  type SandboxBackend,
  type SandboxPlan,
} from "./sandbox-backend.ts";
import { systemCallFilter } from "./system-call-filter.ts";

export interface BubblewrapOptions {
  readonly programPath: string;
  readonly bashPath: string;
  readonly architecture: string;
  /** Whether this version can forbid further user namespaces. */
  readonly forbidsUserNamespaces: boolean;
}

/** Opens the filter where bubblewrap is told to find it. */
const WITH_FILTER = 'exec 9<"$0" && exec "$@"';

export function bubblewrap(options: BubblewrapOptions): SandboxBackend {
  const { programPath, bashPath, architecture, forbidsUserNamespaces } = options;
  return {
    name: "bubblewrap",
    variant: forbidsUserNamespaces ? "0.8" : "0.5",
    holdsProtected: true,
    hasOwnLoopback: true,
    limits: [HOLDS_WHAT_IS_THERE],
    wrap(argv, plan, scratch) {
      const filter = systemCallFilter(architecture, { isolatesSockets: false });
      const inside = [
        programPath,
        ...(filter === undefined ? [] : ["--seccomp", "9"]),
        ...(forbidsUserNamespaces ? ["--disable-userns"] : []),
        ...bubblewrapArguments(plan),
        "--",
        ...argv,
      ];
      if (filter === undefined) return inside;
      const file = join(scratch, "filter.bpf");
      writeFileSync(file, filter, { mode: 0o600 });
      return [bashPath, "--norc", "--noprofile", "-c", WITH_FILTER, file, ...inside];
    },
  };
}

/** Mounts in the order in which they lie on each other. */
export function bubblewrapArguments(plan: SandboxPlan): string[] {
  const onto = (flag: string, paths: readonly string[]): string[] =>
    paths.flatMap((path) => [flag, path, path]);
  return [
    ..."--unshare-user --unshare-pid --unshare-ipc --die-with-parent --cap-drop ALL".split(" "),
    ...(plan.hasNetwork ? [] : ["--unshare-net"]),
    ..."--ro-bind / / --dev /dev --proc /proc --tmpfs /run".split(" "),
    ...onto("--ro-bind-try", [...KERNEL_CONTROLS, ...KEPT_IN_RUN]),
    ...plan.sharedTemps.flatMap((folder) => ["--bind", plan.temp, folder]),
    ...onto("--bind", [plan.temp]),
    ...onto("--ro-bind", plan.readable),
    ...onto("--bind", plan.writable),
    ...onto("--bind", foldersToPin(plan)),
    ...onto("--ro-bind", plan.protectedPaths),
    ...onto("--bind", plan.reopened),
    ...[...plan.hidden, ...plan.sockets].flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ..."--tmpfs /dev/shm --remount-ro /dev --remount-ro /run".split(" "),
    "--chdir",
    "/",
  ];
}

/** Root, even without any privilege, may write these. */
const KERNEL_CONTROLS = ["sys", "sysrq-trigger", "irq", "bus"].map((name) => `/proc/${name}`);

/** What programs need of this folder on some systems; its sockets stay away. */
export const KEPT_IN_RUN = [
  "/run/current-system",
  "/run/opengl-driver",
  "/run/systemd/resolve/stub-resolv.conf",
];
