// How the deployments that have an api id of their own depart from plain Responses. Types only.

/** Departures; an absent one means that the format's norm holds. */
export interface ResponsesDialect {
  /** Takes OpenAI's own extras whatever its host is called. */
  readonly isOpenAI?: boolean;
  /** The system prompt goes into `instructions`, which must not be missing. */
  readonly needsInstructions?: boolean;
  /** Rejects limits, sampling and cache retention: the backend decides on them. */
  readonly hasFixedLimits?: boolean;
}
