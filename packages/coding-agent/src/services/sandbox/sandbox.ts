// The sandbox of one session: finds a back end that holds when the first command needs it, and encloses shells.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ProbeResult } from "../../platform/sandbox/probe-backend.ts";
import type {
  BackendName,
  SandboxBackend,
  SandboxPlan,
} from "../../platform/sandbox/sandbox-backend.ts";
import { Enclosure, type EnclosureOptions } from "./enclosure.ts";
import { makePlan, type PlanSources } from "./make-plan.ts";
import { ProtectedGuard } from "./protected-guard.ts";
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
  readonly candidates: () => readonly SandboxBackend[];
  readonly probe: (backend: SandboxBackend) => Promise<ProbeResult>;
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
    const plan = this.#plan();
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
    const plan = this.#plan();
    const scratch = this.#folder(`shell-${++this.#count}`);
    const { protectedPaths, absentPaths } = plan;
    const guarded = backend.holdsProtected ? absentPaths : [...protectedPaths, ...absentPaths];
    const { openBridge, quarantine, caches } = this.#options;
    return new Enclosure({
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
    try {
      this.#plan();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { backend: undefined, tried: candidates().map(({ name }) => ({ name, problem })) };
    }
    const tried: TriedBackend[] = [];
    for (const backend of candidates()) {
      if (wanted !== "auto" && backend.name !== wanted) continue;
      const { holds, problem = "it does not hold" } = await probe(backend);
      if (holds) return { backend, tried: [...tried, { name: backend.name }] };
      tried.push({ name: backend.name, problem });
    }
    return { backend: undefined, tried };
  }

  #plan(): SandboxPlan {
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
