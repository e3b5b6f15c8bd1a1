// Whole numbers in variables of the environment. A wrong one is said, not passed over.
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import type { Machine } from "./machine.ts";

/** The number that a variable holds, or undefined where it is not set. */
export function environmentNumber(
  env: Machine["env"],
  name: string,
  { min }: { readonly min: number },
): number | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= min) return number;
  throw new ProviderError({
    kind: "invalid-request",
    message: `${name}: "${text}" is not a whole number of at least ${min}.`,
    retryable: false,
  });
}
