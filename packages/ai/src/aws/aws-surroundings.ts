// What finding AWS credentials needs of the machine, given by the caller. Types only, and the one error.
import { ProviderError } from "../model/provider-error.ts";
import type { AwsCredentials } from "../transport/sigv4.ts";

export interface AwsSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  /** The text of a file, or undefined when there is none. */
  readonly readText: (path: string) => Promise<string | undefined>;
  /** Runs the `credential_process` of a profile; undefined when it failed. */
  readonly runCommand: (command: string, timeoutMs: number) => Promise<string | undefined>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
}

/** Credentials, and when they end; without an end they hold for good. */
export interface FoundCredentials extends AwsCredentials {
  readonly expiresAtMs?: number;
}

/** A way to find credentials; undefined when it is not set up. */
export type CredentialFinder = (
  surroundings: AwsSurroundings,
  signal: AbortSignal,
) => Promise<FoundCredentials | undefined>;

/** Something is set up, but gives no credentials. */
export function awsProblem(message: string): ProviderError {
  return new ProviderError({ kind: "auth", message, retryable: false });
}
