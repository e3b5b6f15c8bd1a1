// The sandbox of one session: finds a back end that holds when the first command needs it, and encloses shells. What that
// takes is loaded then.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ProbeResult } from "../../platform/sandbox/probe-backend.ts";
import type {
  BackendName,
  SandboxBackend,
  SandboxPlan,
} from "../../platform/sandbox/sandbox-backend.ts";
import type { Enclosure, EnclosureOptions } from "./enclosure.ts";
import type { PlanSources } from "./make-plan.ts";
import type { SandboxStatus, TriedBackend } from "./sandbox-status.ts";

/** What the person wants, read when it is needed. */
export interface SandboxWishes {
  readonly isEnabled: boolean;
  readonly backend: BackendName | "auto";
  readonly writable: readonly string[];
  readonly hasNetwork: boolean;
  readonly hosts: readonly string[];
}

export interface SandboxOptions {
  readonly wishes: () => SandboxWishes;
  readonly places: Omit<PlanSources, "extra" | "temp" | "hasNetwork">;
  readonly tmp: string;
  /** What commands made of protected places is kept here. */
  readonly quarantine: string;
  /** A folder for the caches of build tools; commands may change it. */
  readonly caches: string;
  readonly candidates: () => Promise<readonly SandboxBackend[]>;
  readonly probe: (backend: SandboxBackend) => Promise<ProbeResult>;
  /** What is known without a probe: that none held so far, and what was found of each. */
  readonly isKnownToFail?: () => boolean;
  readonly known?: (backend: SandboxBackend) => ProbeResult | undefined;
  readonly openBridge: EnclosureOptions["openBridge"];
}

interface Found {
  readonly backend: SandboxBackend | undefined;
  readonly tried: readonly TriedBackend[];
}

export class Sandbox implements AsyncDisposable {
  readonly #options: SandboxOptions;
  #found: Promise<Found> | undefined;
  readonly #sessionHosts = new Set<string>();
  #isSaidMissing = false;
  #base: string | undefined;
  #count = 0;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** Whether the person wants commands enclosed. */
  get isWanted(): boolean {
    return this.#options.wishes().isEnabled;
  }

  /** Hosts that commands may reach: those of the settings, and those that the person named in this session. */
  get hosts(): readonly string[] {
    return [...new Set([...this.#options.wishes().hosts, ...this.#sessionHosts])];
  }

  /** The person lets commands of this session reach a host. */
  allowHost(host: string): void {
    this.#sessionHosts.add(host);
  }

  /** Whether the person has heard at the start that none holds. */
  get isSaidMissing(): boolean {
    return this.#isSaidMissing;
  }

  /** What was tried, when it is known, without trying anything, that none holds here though one is wanted. */
  async knownMissing(): Promise<readonly TriedBackend[] | undefined> {
    const { isKnownToFail, known, candidates, wishes } = this.#options;
    const { backend: wanted } = wishes();
    const isLikely = wanted !== "auto" || isKnownToFail?.() === true;
    if (!this.isWanted || !isLikely) return undefined;
    const all = (await candidates()).filter(({ name }) => wanted === "auto" || name === wanted);
    const tried = all.flatMap((backend) => {
      const { holds = true, problem = "it does not hold" } = known?.(backend) ?? {};
      return holds ? [] : [{ name: backend.name, problem }];
    });
    this.#isSaidMissing = tried.length === all.length;
    return this.#isSaidMissing ? tried : undefined;
  }

  async status(): Promise<SandboxStatus> {
    const { hasNetwork } = this.#options.wishes();
    const { hosts } = this;
    const network = hasNetwork ? "open" : "closed";
    const bare = {
      network,
      hosts,
      writable: [],
      protectedPaths: [],
      limits: [],
      tried: [],
    } as const;
    if (!this.isWanted) return { ...bare, state: "off" };
    const { backend, tried } = await this.#find();
    if (backend === undefined) return { ...bare, tried, state: "none" };
    const plan = await this.#plan();
    return {
      ...bare,
      state: "on",
      backend: backend.name,
      limits: backend.limits,
      tried,
      writable: plan.writable,
      protectedPaths: [...plan.protectedPaths, ...plan.absentPaths],
    };
  }

  /** Room for one shell, or undefined where commands run without a sandbox. */
  async enclose(): Promise<Enclosure | undefined> {
    if (!this.isWanted) return undefined;
    const { backend } = await this.#find();
    if (backend === undefined) return undefined;
    const { Enclosure: Room } = await import("./enclosure.ts");
    const { ProtectedGuard } = await import("./protected-guard.ts");
    const plan = await this.#plan();
    const scratch = this.#folder(`shell-${++this.#count}`);
    const { protectedPaths, absentPaths } = plan;
    const guarded = backend.holdsProtected ? absentPaths : [...protectedPaths, ...absentPaths];
    const { openBridge, quarantine, caches } = this.#options;
    return new Room({
      backend,
      plan,
      scratch,
      openBridge,
      hosts: () => this.hosts,
      guard: new ProtectedGuard(guarded, { originals: join(scratch, "originals"), quarantine }),
      env: { TMPDIR: plan.temp, ...cacheVariables(caches) },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#base !== undefined) rmSync(this.#base, { recursive: true, force: true });
  }

  #find(): Promise<Found> {
    return (this.#found ??= this.#search());
  }

  /** The best that holds. A plan that would protect nothing counts as none. */
  async #search(): Promise<Found> {
    const { candidates, probe, wishes } = this.#options;
    const { backend: wanted } = wishes();
    const all = await candidates();
    try {
      await this.#plan();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { backend: undefined, tried: all.map(({ name }) => ({ name, problem })) };
    }
    const tried: TriedBackend[] = [];
    for (const backend of all) {
      if (wanted !== "auto" && backend.name !== wanted) continue;
      const { holds, problem = "it does not hold" } = await probe(backend);
      if (holds) return { backend, tried: [...tried, { name: backend.name }] };
      tried.push({ name: backend.name, problem });
    }
    return { backend: undefined, tried };
  }

  async #plan(): Promise<SandboxPlan> {
    const { makePlan } = await import("./make-plan.ts");
    const { places, wishes, caches } = this.#options;
    const { writable, hasNetwork } = wishes();
    const shared = [caches, ...places.shared];
    for (const folder of shared) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const temp = this.#folder("temp");
    return makePlan({ ...places, shared, extra: writable, hasNetwork, temp });
  }

  #folder(name: string): string {
    this.#base ??= realpathSync(mkdtempSync(join(this.#options.tmp, "omp-sandbox-")));
    const folder = join(this.#base, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
}

/** Tools that keep caches in the home folder, which is closed to them. */
function cacheVariables(folder: string): Record<string, string> {
  return {
    npm_config_cache: join(folder, "npm"),
    GOCACHE: join(folder, "go-build"),
    PIP_CACHE_DIR: join(folder, "pip"),
    UV_CACHE_DIR: join(folder, "uv"),
    YARN_CACHE_FOLDER: join(folder, "yarn"),
  };
}
