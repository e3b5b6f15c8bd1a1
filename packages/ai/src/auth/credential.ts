// What omp may hold to prove who it is to a provider. Pure data; where it is kept is not known here.

/** A secret for one provider. */
export type Secret =
  | { readonly kind: "apiKey"; readonly key: string }
  | {
      readonly kind: "oauth";
      readonly access: string;
      readonly refresh: string;
      readonly expiresAtMs: number;
      /** Account, project and the like, as the provider's login gave them. */
      readonly details?: Readonly<Record<string, string>>;
    };

/** A stored secret and what is known of its state. */
export interface Credential {
  readonly id: number;
  readonly provider: string;
  readonly secret: Secret;
  readonly label: string | undefined;
  /** Not to be used before this time; 0 when free. */
  readonly blockedUntilMs: number;
  /** Why it may not be used until somebody logs in again. */
  readonly disabledCause: string | undefined;
}

/** A secret as people may see it: enough to tell two apart, never enough to use. */
export function maskSecret(secret: string): string {
  return secret.length < 12 ? "•".repeat(8) : `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}
