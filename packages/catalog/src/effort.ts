// How hard a model can be asked to think. Below both the model and its quirks, which speak of it.

/** How hard a reasoning model thinks, weakest first. */
export const EFFORTS = ["minimal", "low", "medium", "high", "xhigh"] as const;
export type Effort = (typeof EFFORTS)[number];
