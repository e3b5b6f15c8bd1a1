// The user's keys and logins for a program: what is stored, and which key a request would carry. Secrets are shown
// masked; only `getApiKey` gives one away.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { maskSecret } from "@oh-my-pi/pi-ai/credential";
import type { ConfigValue } from "@oh-my-pi/pi-catalog/config-value";
import { agentPaths } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { StoredCredentials } from "../services/model-sources.ts";
import { hostAt, type Place } from "./place.ts";

/** A stored key or login, without its secret. */
export interface StoredCredential {
  readonly id: number;
  readonly provider: string;
  readonly kind: "apiKey" | "oauth";
  readonly masked: string;
  readonly label: string | undefined;
  /** Why it is not used any more; undefined for one that is. */
  readonly disabledCause: string | undefined;
}

/** The credentials of one user. Keys that are set here for a run win over stored ones and are kept nowhere. */
export class AuthStorage implements Disposable {
  /** @internal */
  readonly host: Host;
  readonly #credentials: StoredCredentials;
  readonly #runtimeKeys = new Map<string, string>();
  readonly #configKeys = new Map<string, string>();

  private constructor(host: Host, credentials: StoredCredentials) {
    this.host = host;
    this.#credentials = credentials;
  }

  /** @internal */
  static async open(host: Host): Promise<AuthStorage> {
    const { StoredCredentials: Stored } = await import("../services/model-sources.ts");
    return new AuthStorage(host, await Stored.open(host));
  }

  /** @internal */
  get store(): CredentialStore | undefined {
    return this.#credentials.store;
  }

  /** What is stored, of one provider or of all. */
  list(provider?: string): readonly StoredCredential[] {
    return (this.store?.list(provider) ?? []).map((stored) => ({
      id: stored.id,
      provider: stored.provider,
      kind: stored.secret.kind,
      masked: maskSecret(
        stored.secret.kind === "apiKey" ? stored.secret.key : stored.secret.access,
      ),
      label: stored.label,
      disabledCause: stored.disabledCause,
    }));
  }

  /** Stores a key beside those that are there. */
  async addApiKey(provider: string, key: string, label?: string): Promise<void> {
    if (key === "" || /\s/.test(key)) throw new UserError("A key has no spaces and is not empty.");
    (await this.#credentials.require()).add(provider, { kind: "apiKey", key }, label);
  }

  /** Forgets the stored keys and logins of a provider; how many there were. */
  remove(provider: string): number {
    const stored = this.store?.list(provider) ?? [];
    for (const { id } of stored) this.store?.remove(id);
    return stored.length;
  }

  /** Uses a key for this run, before everything else. */
  setRuntimeApiKey(provider: string, key: string): void {
    this.#runtimeKeys.set(provider, key);
  }

  removeRuntimeApiKey(provider: string): void {
    this.#runtimeKeys.delete(provider);
  }

  /** Uses a key as if models.yml held it: before a login, after a key that is stored or set for this run. */
  setConfigApiKey(provider: string, key: string): void {
    this.#configKeys.set(provider, key);
  }

  removeConfigApiKey(provider: string): void {
    this.#configKeys.delete(provider);
  }

  clearConfigApiKeys(): void {
    this.#configKeys.clear();
  }

  /** The key that a request to this provider would carry; undefined where there is none. */
  async getApiKey(provider: string): Promise<string | undefined> {
    const { keyFinder } = await import("../services/find-key.ts");
    const { providerAccess } = await import("../services/models/provider-access.ts");
    const described = await providerAccess(agentPaths(this.host).modelsFile, provider);
    const configured = this.#configKeys.get(provider);
    const find = await keyFinder(
      {
        provider,
        flag: this.#runtimeKeys.get(provider),
        store: this.store,
        access:
          configured === undefined
            ? described
            : { auth: "apiKey", authHeader: false, ...described, apiKey: literal(configured) },
      },
      this.host,
    );
    const found = await find();
    return found.ok && found.key !== "" ? found.key : undefined;
  }

  [Symbol.dispose](): void {
    this.store?.[Symbol.dispose]();
  }
}

function literal(text: string): ConfigValue {
  return { kind: "literal", text };
}

/** Opens the credentials of the user, or of another place. */
export function discoverAuthStorage(place: Place | string = {}): Promise<AuthStorage> {
  return AuthStorage.open(hostAt(typeof place === "string" ? { agentDir: place } : place));
}
