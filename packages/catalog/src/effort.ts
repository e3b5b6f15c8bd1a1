// How hard a model thinks. Pure vocabulary.

/** How hard a reasoning model thinks, weakest first. */
export const EFFORTS = ["minimal", "low", "medium", "high", "xhigh"] as const;
export type Effort = (typeof EFFORTS)[number];

/** An effort, or no thinking at all. */
export type ThinkingLevel = "off" | Effort;
