// Providers that a user can have a key for, and keeping one.
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import type { Host } from "../platform/host.ts";
import { openStore } from "./model-sources.ts";
import { openCredentials } from "./open-credentials.ts";

export interface LoginProvider {
  readonly id: string;
  readonly name: string;
  /** Whether logging in is possible here. */
  readonly available: boolean;
  readonly authenticated: boolean;
}

/** The user's credentials as a session's commands see them. */
export interface Logins {
  providers(): Promise<LoginProvider[]>;
  /** Keeps a key of a provider. */
  addKey(providerId: string, key: string): Promise<void>;
  /** Forgets the kept keys of a provider; how many there were. */
  removeKeys(providerId: string): Promise<number>;
}

/** The credentials of this host's user. */
export function createLogins(host: Host): Logins {
  return {
    async providers() {
      using store = await openStore(host);
      const stored = new Set(store?.list().map(({ provider }) => provider));
      return listProviders().map(({ id, name, env }) => ({
        id,
        name,
        available: true,
        authenticated: stored.has(id) || env.some((variable) => Boolean(host.env[variable])),
      }));
    },
    async addKey(providerId, key) {
      using store = await openCredentials(host);
      store.add(providerId, { kind: "apiKey", key });
    },
    async removeKeys(providerId) {
      using store = await openStore(host);
      const kept = store?.list(providerId) ?? [];
      for (const { id } of kept) store?.remove(id);
      return kept.length;
    },
  };
}
