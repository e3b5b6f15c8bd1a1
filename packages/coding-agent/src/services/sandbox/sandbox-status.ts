// What a person is told of the sandbox: what holds, what does not, and why. Pure.
import type { BackendName } from "../../platform/sandbox/sandbox-backend.ts";

export interface TriedBackend {
  readonly name: BackendName;
  /** Why it does not hold; absent when it does. */
  readonly problem?: string;
}

export interface SandboxStatus {
  /** `off`: the person wants none. `none`: they want one, and none holds here. */
  readonly state: "on" | "off" | "none";
  readonly backend?: BackendName;
  /** What the back end in use cannot keep a command from. */
  readonly limits: readonly string[];
  readonly tried: readonly TriedBackend[];
  readonly network: "open" | "closed";
  readonly hosts: readonly string[];
  readonly writable: readonly string[];
  readonly protectedPaths: readonly string[];
}

/** One sentence: for the start, for warnings and for questions. */
export function noSandboxText({ tried }: Pick<SandboxStatus, "tried">): string {
  const reasons = tried.map(({ name, problem }) => `${name}: ${problem ?? "not used"}`);
  const why = reasons.length === 0 ? "this system has none that omp knows" : reasons.join("; ");
  return `No sandbox works here (${why}); commands run with all your rights.`;
}

/** The whole, as `/sandbox` shows it. */
export function describeSandbox(status: SandboxStatus): string {
  const { state, backend, limits, tried, network, hosts } = status;
  if (state === "off") return "Sandbox: off (sandbox.enabled). Commands run with all your rights.";
  if (state === "none") return `Sandbox: none.\n${noSandboxText(status)}`;
  const reach = hosts.length > 0 ? `only ${hosts.join(", ")}` : "none";
  return [
    `Sandbox: ${backend}, tried by attempts to break it.`,
    `Writable: ${status.writable.join(", ")}, and a private temp folder`,
    `Protected: ${status.protectedPaths.join(", ") || "nothing inside the workspace"}`,
    `Network: ${network === "open" ? "open (sandbox.network)" : reach}`,
    ...limits.map((limit) => `Not held by ${backend}: ${limit}`),
    ...tried
      .filter(({ name }) => name !== backend)
      .map(
        ({ name, problem }) =>
          `Also here: ${name}${problem === undefined ? ", holds" : `, does not hold: ${problem}`}`,
      ),
    "Your own commands (!command) run outside unless sandbox.userCommands is set.",
  ].join("\n");
}
