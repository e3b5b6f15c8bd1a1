// Before anything is sent, what keeps a model from being reached is the user's to put right: a sentence, no stack trace.
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import { UserError } from "../platform/exit-codes.ts";

/** What the work gives; a provider's error becomes the user's. */
export async function asUserError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new UserError(error.message, error.facts.kind === "auth" ? "noCredentials" : "usage");
  }
}
