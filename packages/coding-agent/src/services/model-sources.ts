// Where the models and credentials of this user are. SQLite is loaded only where there is something stored.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { existsSync } from "node:fs";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import type { ModelCache } from "./models/model-cache.ts";
import type { ModelSources } from "./models/model-home.ts";
import type { ModelPreferences } from "./models/model-preferences.ts";
import { openCredentials } from "./open-credentials.ts";

/** The stored credentials, if there are any. */
export async function openStore(host: Host): Promise<CredentialStore | undefined> {
  return existsSync(agentPaths(host).database) ? openCredentials(host) : undefined;
}

/** The stored credentials of a run: the first of them may come while it lasts. */
export class StoredCredentials {
  readonly #host: Host;
  #store: CredentialStore | undefined;

  private constructor(host: Host, store: CredentialStore | undefined) {
    this.#host = host;
    this.#store = store;
  }

  static async open(host: Host): Promise<StoredCredentials> {
    return new StoredCredentials(host, await openStore(host));
  }

  get store(): CredentialStore | undefined {
    return this.#store;
  }

  /** The store, made where there is none yet. */
  async require(): Promise<CredentialStore> {
    this.#store ??= await openCredentials(this.#host);
    return this.#store;
  }

  /** Looks whether there is something by now. */
  async look(): Promise<void> {
    this.#store ??= await openStore(this.#host);
  }
}

/** Sources of models on this host. */
export function modelSources(
  host: Host,
  store: CredentialStore | undefined,
  preferences: ModelPreferences,
): ModelSources {
  const { modelsFile, modelsDatabase } = agentPaths(host);
  return {
    env: host.env,
    modelsFile,
    store,
    hasFlagKey: false,
    preferences,
    openCache: () => openModelCache(modelsDatabase, host.now),
  };
}

async function openModelCache(path: string, now: () => number): Promise<ModelCache | undefined> {
  const { ModelCache: Cache } = await import("./models/model-cache.ts");
  try {
    return new Cache(path, now);
  } catch {
    // A directory that cannot be written to, or a file that is no database: nothing is remembered.
    return undefined;
  }
}
