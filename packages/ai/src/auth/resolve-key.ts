// Which key a request carries: what this run was given, then what is stored, then the environment, then
// models.yml. Says where the key came from and, if there is none, where it looked.
import type { ConfigValue } from "@oh-my-pi/pi-catalog/config-value";
import type { ConfigValues } from "./config-value.ts";
import type { Credential } from "./credential.ts";
import type { CredentialStore } from "./credential-store.ts";

/** Where a key came from, in the order in which the places are asked. */
export type KeySource =
  "flag" | "stored-key" | "stored-login" | "environment" | "models-file" | "not-needed";

/** Everything that may hold a key for one provider. */
export interface KeyPlaces {
  readonly provider: string;
  /** Given by `--api-key` or the host program for this run. */
  readonly flag?: string | undefined;
  readonly store?: CredentialStore | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Environment variables of the provider, best first. */
  readonly envKeys: readonly string[];
  /** `apiKey` of the provider in models.yml. */
  readonly configured?: ConfigValue | string | undefined;
  readonly values: ConfigValues;
  /** The provider takes requests without a key. */
  readonly isKeyless?: boolean;
  readonly sessionId?: string | undefined;
  /** Brings an expiring login up to date; without it an expired one is passed over. */
  readonly refresh?: (credential: Credential) => Promise<Credential | undefined>;
  readonly now: () => number;
}

export type KeyResult =
  | {
      readonly ok: true;
      readonly key: string;
      readonly source: KeySource;
      readonly credential?: Credential;
    }
  | { readonly ok: false; readonly looked: readonly string[] };

/** A login this close to its end is refreshed first. */
const EXPIRY_MARGIN_MS = 60_000;

/** Finds the key for a request. */
export async function resolveKey(places: KeyPlaces): Promise<KeyResult> {
  if (places.flag) return { ok: true, key: places.flag, source: "flag" };
  const stored = places.store?.pick(places.provider, "apiKey", places.sessionId);
  if (stored?.secret.kind === "apiKey") {
    return { ok: true, key: stored.secret.key, source: "stored-key", credential: stored };
  }
  const login = await freshLogin(places);
  // A key that the user wrote into models.yml is meant for this provider and stands before a login.
  const configured =
    places.configured === undefined ? undefined : await places.values.resolve(places.configured);
  if (configured !== undefined && login !== undefined)
    return { ok: true, key: configured, source: "models-file" };
  if (login?.secret.kind === "oauth") {
    return { ok: true, key: login.secret.access, source: "stored-login", credential: login };
  }
  const name = places.envKeys.find((key) => places.env[key]);
  if (name !== undefined)
    return { ok: true, key: places.env[name] as string, source: "environment" };
  if (configured !== undefined) return { ok: true, key: configured, source: "models-file" };
  if (places.isKeyless) return { ok: true, key: "", source: "not-needed" };
  return {
    ok: false,
    looked: [...places.envKeys.map((key) => `$${key}`), "stored keys and logins", "models.yml"],
  };
}

async function freshLogin({
  provider,
  store,
  sessionId,
  refresh,
  now,
}: KeyPlaces): Promise<Credential | undefined> {
  const login = store?.pick(provider, "oauth", sessionId);
  if (login?.secret.kind !== "oauth") return undefined;
  if (login.secret.expiresAtMs > now() + EXPIRY_MARGIN_MS) return login;
  return refresh?.(login);
}
