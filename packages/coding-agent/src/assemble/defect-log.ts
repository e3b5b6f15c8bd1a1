// Binds the log of defects to this machine and to the secrets that are known of it.
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { agentPaths } from "../platform/agent-paths.ts";
import { openDefectLog } from "../platform/defect-log.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";

/** Writes what went wrong inside omp, without keys. */
export function defectLog(
  host: Host,
  launch: Pick<Launch, "apiKey" | "embedded">,
  hide: (text: string) => string = (text) => text,
): (defect: unknown) => void {
  if (launch.embedded?.onDefect !== undefined) return launch.embedded.onDefect;
  const { env, now, pid } = host;
  const secrets = (): string[] => {
    const providerNames = new Set(listProviders().flatMap((known) => known.env));
    const names = Object.keys(env).filter((name) => providerNames.has(name) || SECRET.test(name));
    return [...names.map((name) => env[name]), launch.apiKey].filter(
      (value) => value !== undefined,
    );
  };
  return openDefectLog({ folder: agentPaths(host).logsDir, now, pid, secrets, hide });
}

/** Names that say of themselves that their value is a secret. */
const SECRET = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|COOKIES?|CREDENTIALS?)$/i;
