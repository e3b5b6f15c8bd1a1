// The sandbox as user, mount, network, pid and ipc namespaces: `unshare` makes them, a script arranges what is seen
// inside and gives up every privilege before the command starts.
import { systemCallFilter } from "./system-call-filter.ts";
import { enterNamespaces } from "./enter-namespaces.ts";
import { runtimeArguments } from "./enter-script.ts";
import { foldersToPin, HOLDS_WHAT_IS_THERE, type SandboxBackend } from "./sandbox-backend.ts";
import { KEPT_IN_RUN } from "./bubblewrap.ts";

export interface NamespaceOptions {
  readonly unsharePath: string;
  readonly execPath: string;
  readonly libcPath: string;
  readonly architecture: string;
}

const FLAGS =
  "--user --map-current-user --keep-caps --mount --pid --ipc --fork --kill-child=KILL".split(" ");

export function namespaces(options: NamespaceOptions): SandboxBackend {
  const { unsharePath, execPath, libcPath, architecture } = options;
  return {
    name: "namespaces",
    variant: "unshare",
    holdsProtected: true,
    hasOwnLoopback: true,
    limits: [HOLDS_WHAT_IS_THERE],
    wrap(argv, plan) {
      const filter = systemCallFilter(architecture, { isolatesSockets: false });
      const script = enterNamespaces({
        libcPath,
        filter: filter === undefined ? "" : Buffer.from(filter).toString("base64"),
        plan,
        pinned: foldersToPin(plan),
        keptInRun: KEPT_IN_RUN,
      });
      const net = plan.hasNetwork ? [] : ["--net"];
      return [unsharePath, ...FLAGS, ...net, ...runtimeArguments(execPath, script), ...argv];
    },
  };
}
