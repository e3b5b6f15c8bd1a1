// Finds the key of a model's provider as it is at the moment of asking. Commands run only from the user's
// own models.yml: no project file reaches this code.
import { ConfigValues } from "@oh-my-pi/pi-ai/config-value";
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { type KeyResult, resolveKey } from "@oh-my-pi/pi-ai/resolve-key";
import { loadProvider } from "@oh-my-pi/pi-catalog/load-provider";
import { keyVariables } from "@oh-my-pi/pi-catalog/provider-url";
import type { ProviderAccess } from "@oh-my-pi/pi-catalog/registry";
import { captureCommand } from "../platform/capture-command.ts";
import { childEnvironment } from "../platform/child-environment.ts";
import type { Host } from "../platform/host.ts";
import { environmentNumber } from "./deployments/environment-number.ts";

/** Where the key of one provider may be. */
export interface KeyQuestion {
  readonly provider: string;
  /** `--api-key` of this run. */
  readonly flag: string | undefined;
  readonly store: CredentialStore | undefined;
  /** What models.yml says of the provider. */
  readonly access: ProviderAccess | undefined;
  /** Of several stored credentials a conversation keeps to one; without it they take turns. */
  readonly sessionId?: string | undefined;
}

/** A function that finds the key anew at each call; a command is run once. */
export async function keyFinder(
  { provider, flag, store, access, sessionId }: KeyQuestion,
  host: Pick<Host, "env" | "now">,
): Promise<() => Promise<KeyResult>> {
  const shipped = await loadProvider(provider);
  const env = childEnvironment(host.env, new Set());
  const values = new ConfigValues({
    env: host.env,
    runCommand: (command, timeoutMs) => captureCommand({ command, env, timeoutMs }),
    commandTimeoutMs: environmentNumber(host.env, "OMP_KEY_COMMAND_TIMEOUT_MS", { min: 1 }),
  });
  return () =>
    resolveKey({
      provider,
      flag,
      store,
      sessionId,
      env: host.env,
      envKeys: shipped === undefined ? [] : keyVariables(shipped, host.env),
      configured: access?.apiKey,
      values,
      isKeyless:
        access?.auth === "none" ||
        shipped?.auth.includes("none") === true ||
        // Credentials of the surroundings are looked for, and missed, where the request is signed.
        shipped?.ambient !== undefined,
      now: host.now,
    });
}
