// The closed set of ways in which a model request fails, decided once, at the wire, from status and
// code. Everything above reads `kind`, `retryable` and `retryAfterMs` and never looks at messages.

export type ProviderErrorKind =
  | "aborted"
  | "auth"
  | "billing"
  | "content-filter"
  | "context-overflow"
  | "invalid-request"
  | "invalid-history"
  | "model-not-found"
  | "network"
  | "overloaded"
  | "protocol"
  | "rate-limit"
  | "refusal"
  | "server"
  | "timeout"
  | "usage-limit";

export interface ProviderErrorFacts {
  kind: ProviderErrorKind;
  message: string;
  retryable: boolean;
  /** How long the provider asks to wait, where it says so. */
  retryAfterMs?: number;
  status?: number;
  /** The provider's own error code or type. */
  code?: string;
}

/** A failed model request; `facts` is all that callers may branch on. */
export class ProviderError extends Error {
  readonly facts: ProviderErrorFacts;

  constructor(facts: ProviderErrorFacts, options?: ErrorOptions) {
    super(facts.message, options);
    this.name = "ProviderError";
    this.facts = facts;
  }
}
