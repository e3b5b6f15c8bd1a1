// How many tokens a model may think at each effort, for wire formats that count them.
import type { Effort } from "@oh-my-pi/pi-catalog/model";
import type { RequestOptions } from "./request.ts";

const USUAL: Readonly<Record<Effort, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 32_768,
};

/** The budget of an effort: the request's own, else the usual one. */
export function thinkingBudget(
  effort: Effort,
  { thinkingBudgets }: Pick<RequestOptions, "thinkingBudgets">,
): number {
  return Math.floor(thinkingBudgets?.[effort] ?? USUAL[effort]);
}
