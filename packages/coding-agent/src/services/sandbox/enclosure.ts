// One shell inside the sandbox: how it is started, which hosts it reaches, and what is put back after its commands.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SandboxBackend, SandboxPlan } from "../../platform/sandbox/sandbox-backend.ts";
import { parseGrant, type HostGrant } from "./granted-hosts.ts";
import type { HostProxy } from "./host-proxy.ts";
import type { ProtectedGuard } from "./protected-guard.ts";

/** Fixed: every sandbox has a loopback of its own. */
const PROXY_PORT = 47_128;
const OWN_NAMES = "localhost,127.0.0.1,::1";

export interface EnclosureOptions {
  readonly backend: SandboxBackend;
  readonly plan: SandboxPlan;
  /** A folder of this enclosure alone that commands do not reach. */
  readonly scratch: string;
  readonly guard: ProtectedGuard;
  readonly env: Readonly<Record<string, string>>;
  /** Hosts that the person has granted for good. */
  readonly hosts: () => readonly string[];
  readonly openBridge: (pid: number, port: number, socketFile: string) => Promise<AsyncDisposable>;
}

/** What a command may do for as long as it runs. */
export interface CommandGrants {
  readonly hosts?: readonly string[] | undefined;
  /** It reaches nobody, not even hosts that are granted for good. */
  readonly isOffline?: boolean;
}

export class Enclosure implements AsyncDisposable {
  readonly #options: EnclosureOptions;
  #network: Promise<readonly [HostProxy, AsyncDisposable]> | undefined;
  #granted: readonly HostGrant[] = [];

  constructor(options: EnclosureOptions) {
    this.#options = options;
  }

  /** Variables for everything inside. */
  get env(): Readonly<Record<string, string>> {
    return this.#options.env;
  }

  wrap(argv: readonly string[]): string[] {
    const { backend, plan, scratch, guard } = this.#options;
    const present = withoutVanished(plan);
    for (const path of plan.protectedPaths)
      if (!present.protectedPaths.includes(path)) guard.addAbsent(path);
    return backend.wrap(argv, present, scratch);
  }

  /** Before a command of the shell `pid`: opens what is granted; gives the variables that tell programs of it. */
  async begin(
    pid: () => Promise<number | undefined>,
    grants: CommandGrants,
  ): Promise<Record<string, string>> {
    this.#options.guard.remember();
    const { backend, plan, hosts } = this.#options;
    const texts = [...hosts(), ...(grants.hosts ?? [])];
    if (texts.length === 0 || plan.hasNetwork || grants.isOffline === true) return {};
    if (!backend.hasOwnLoopback) {
      if ((grants.hosts ?? []).length === 0) return {};
      throw new Error(`The ${backend.name} sandbox cannot grant single hosts.`);
    }
    this.#granted = texts.flatMap((text) => parseGrant(text) ?? []);
    await (this.#network ??= this.#connect(await pid()));
    return proxyVariables(this.#granted.some(({ host }) => OWN_NAMES.split(",").includes(host)));
  }

  /** After a command: takes grants back, puts protected places back; names those that were changed. */
  end(): string[] {
    this.#granted = [];
    return this.#options.guard.restore();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.guard[Symbol.dispose]();
    const network = await this.#network?.catch(() => undefined);
    for (const part of network ?? []) await part[Symbol.asyncDispose]();
  }

  async #connect(pid: number | undefined): Promise<readonly [HostProxy, AsyncDisposable]> {
    if (pid === undefined) throw new Error("The sandbox is not running.");
    const socketFile = join(this.#options.scratch, "proxy.sock");
    const { HostProxy: Proxy } = await import("./host-proxy.ts");
    const proxy = await Proxy.listen(socketFile, () => this.#granted);
    try {
      return [proxy, await this.#options.openBridge(pid, PROXY_PORT, socketFile)];
    } catch (error) {
      await proxy[Symbol.asyncDispose]();
      this.#network = undefined;
      throw error;
    }
  }
}

/** A shell may start long after its plan was made, and what is gone cannot be covered. */
function withoutVanished(plan: SandboxPlan): SandboxPlan {
  const present = (paths: readonly string[]): string[] => paths.filter((path) => existsSync(path));
  return {
    ...plan,
    protectedPaths: present(plan.protectedPaths),
    hidden: present(plan.hidden),
    sockets: present(plan.sockets),
  };
}

function proxyVariables(reachesOwnMachine: boolean): Record<string, string> {
  const address = `http://127.0.0.1:${PROXY_PORT}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
  const none = reachesOwnMachine ? "" : OWN_NAMES;
  return {
    ...Object.fromEntries(names.map((name) => [name, address])),
    NO_PROXY: none,
    no_proxy: none,
  };
}
