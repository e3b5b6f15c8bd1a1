// What a sandbox is asked to hold, and what each way of building one offers. Knows no setting and no session.

/** Everything about one enclosure, as absolute real paths that exist. */
export interface SandboxPlan {
  /** Folders that commands may change: the workspace first. */
  readonly writable: readonly string[];
  /** A private folder that stands in for the shared temp folders; writable. */
  readonly temp: string;
  /** Shared temp folders of this machine, which are replaced. */
  readonly sharedTemps: readonly string[];
  /** What must stay readable although it lies in a shared temp folder. */
  readonly readable: readonly string[];
  /** Below writable folders, yet never changed. */
  readonly protectedPaths: readonly string[];
  /** The same, but not there, or links: only rules by name can hold these. */
  readonly absentPaths: readonly string[];
  /** Folders inside protected ones that commands may change after all. */
  readonly reopened: readonly string[];
  /** Files that commands do not see, such as keys. */
  readonly hidden: readonly string[];
  /** Sockets of other programs, by which these could be made to act; not seen either. */
  readonly sockets: readonly string[];
  /** Whether commands use the machine's network. */
  readonly hasNetwork: boolean;
}

export const BACKEND_NAMES = ["bubblewrap", "namespaces", "landlock", "seatbelt"] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

/** One way to build a sandbox. */
export interface SandboxBackend {
  readonly name: BackendName;
  /** Which form of it, where older versions of the same program need another command line. */
  readonly variant: string;
  /** A command line that runs `argv` inside. `scratch` is a private folder that commands do not reach. */
  wrap(argv: readonly string[], plan: SandboxPlan, scratch: string): string[];
  /** Whether `protectedPaths` are held by the kernel; otherwise they are put back after each command. */
  readonly holdsProtected: boolean;
  /** Whether commands have a loopback of their own, through which single hosts can be granted. */
  readonly hasOwnLoopback: boolean;
  /** What this back end cannot keep a command from, for the status. */
  readonly limits: readonly string[];
}

/** For back ends that hold a place only where there is one. */
export const HOLDS_WHAT_IS_THERE =
  "what appears at a protected place that was empty is moved away at once, not refused";

/** Folders between a writable folder and something protected in it: pinned, so that they cannot be renamed away. */
export function foldersToPin({ writable, protectedPaths }: SandboxPlan): string[] {
  const pinned = new Set<string>();
  for (const path of protectedPaths) {
    const root = writable.find((folder) => path.startsWith(`${folder}/`));
    if (root === undefined) continue;
    const parts = path.slice(root.length + 1).split("/");
    for (let count = 1; count < parts.length; count++)
      pinned.add([root, ...parts.slice(0, count)].join("/"));
  }
  return [...pinned].toSorted();
}
