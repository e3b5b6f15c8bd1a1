// What `omp prove` checks: one promise each, shown on this machine or not.
import type { PrivateWorld } from "./private-world.ts";

/** How a check went. */
export type ProofResult =
  | { readonly state: "holds"; readonly detail: string }
  | { readonly state: "fails"; readonly detail: string }
  /** It cannot be shown here. */
  | { readonly state: "unknown"; readonly detail: string };

/** One promise with the way to show it. */
export interface Proof {
  readonly id: string;
  readonly promise: string;
  readonly show: (world: PrivateWorld) => ProofResult | Promise<ProofResult>;
}

export const holds = (detail: string): ProofResult => ({ state: "holds", detail });
export const fails = (detail: string): ProofResult => ({ state: "fails", detail });
export const unknown = (detail: string): ProofResult => ({ state: "unknown", detail });
