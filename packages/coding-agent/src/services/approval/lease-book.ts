// The leases of one session: given by a person, listed, taken back. Kept in memory only, so that they end with the session.
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { isCovered, type Lease, type LeaseScope, scopeOf, scopeText } from "./lease.ts";

/** How long a person may say yes for. */
export const LEASE_TERMS = {
  session: { label: "for this session", ms: 12 * 60 * 60 * 1000 },
  quarter: { label: "for 15 minutes", ms: 15 * 60 * 1000 },
} as const;

export type LeaseTerm = keyof typeof LEASE_TERMS;

type Call = Pick<PolicyRequest, "tool" | "args">;

export class LeaseBook {
  /** Where relative paths begin. */
  readonly root: string;
  readonly #now: () => number;
  #leases: readonly Lease[] = [];
  #count = 0;

  constructor(root: string, now: () => number) {
    this.root = root;
    this.#now = now;
  }

  /** What could be allowed along with a call. */
  offer(call: Call, isForeign: boolean): LeaseScope {
    return scopeOf(call, { root: this.root }, isForeign);
  }

  grant(scope: LeaseScope, term: LeaseTerm): Lease {
    const grantedAtMs = this.#now();
    const expiresAtMs = grantedAtMs + LEASE_TERMS[term].ms;
    const lease = { ...scope, id: String(++this.#count), grantedAtMs, expiresAtMs };
    this.#leases = [...this.list(), lease];
    return lease;
  }

  /** The lease that allows a call now. */
  covering(call: Call, isForeign: boolean): Lease | undefined {
    const place = { root: this.root, nowMs: this.#now(), isForeign };
    return this.#leases.find((lease) => isCovered(lease, call, place));
  }

  /** Those that have not run out. */
  list(): readonly Lease[] {
    return this.#leases.filter(({ expiresAtMs }) => expiresAtMs > this.#now());
  }

  /** Takes one back, or all; how many there were. */
  revoke(id: string): number {
    const before = this.list();
    this.#leases = id === "all" ? [] : before.filter((lease) => lease.id !== id);
    return before.length - this.#leases.length;
  }

  /** One line for each, for people. */
  describe(): string[] {
    return this.list().map((lease) => {
      const minutes = Math.ceil((lease.expiresAtMs - this.#now()) / 60_000);
      const note = lease.isDespiteForeignText ? ", also after text from elsewhere" : "";
      return `${lease.id}  ${scopeText(lease)} (${minutes} min left${note})`;
    });
  }
}
