// How long to wait before trying again when the provider does not say. Data; who retries decides.
import type { ProviderErrorKind } from "../model/provider-error.ts";

interface WaitRule {
  readonly baseMs: number;
  /** Up to this much is added at random, so that many clients do not come back at once. */
  readonly jitterMs?: number;
}

const WAITS: Readonly<Partial<Record<ProviderErrorKind, WaitRule>>> = {
  billing: { baseMs: 30 * 60_000 },
  "usage-limit": { baseMs: 30 * 60_000 },
  "rate-limit": { baseMs: 30_000 },
  overloaded: { baseMs: 45_000, jitterMs: 30_000 },
  server: { baseMs: 20_000 },
};

/** How long to keep away from a credential or model after a failure of this kind; undefined: no need. */
export function cooldownMs(kind: ProviderErrorKind, random: () => number): number | undefined {
  const rule = WAITS[kind];
  return rule && rule.baseMs + Math.floor((rule.jitterMs ?? 0) * random());
}
