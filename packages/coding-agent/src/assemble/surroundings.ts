// What surrounds a session besides its model and tools: the embedding program, the person's own shell, logins, and who
// hears of its work and of what goes wrong in it.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Host } from "../platform/host.ts";
import { keepAwake } from "../platform/keep-awake.ts";
import { createLogins, type Logins } from "../services/logins.ts";
import type { Feature } from "../session/feature.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import { PowerFeature } from "../session/power/power-feature.ts";
import { SessionWork } from "../session/work/session-work.ts";
import { defectLog } from "./defect-log.ts";
import type { SessionSecrets } from "./session-secrets.ts";
import { telemetryFor } from "./session-telemetry.ts";
import type { ShellServices } from "./shell-services.ts";

interface SurroundingParts {
  readonly launch: Launch;
  readonly host: Host;
  readonly log: SessionLog;
  readonly secrets: SessionSecrets;
  readonly clock: Clock;
  /** Gets what the user should know. */
  readonly notes: string[];
  readonly shell: Pick<ShellServices, "userBash" | "sandbox" | "undo">;
}

/** Builds the surroundings of one session. */
export async function surroundings(parts: SurroundingParts) {
  const { launch, host, secrets } = parts;
  const { userBash, sandbox, undo } = parts.shell;
  const logins: Logins = createLogins(host);
  const { hostBridge } = launch;
  const hostTools = joined(launch.embedded?.tools ?? [], () => hostBridge?.tools ?? NONE);
  const power = new PowerFeature((wish) => keepAwake(wish, host));
  const features: readonly Feature[] = [...undo.features, power];
  const work = new SessionWork(host);
  const onDefect = defectLog(host, launch, secrets.hide);
  const telemetry = await telemetryFor({ ...parts, onDefect });
  const about = { work, telemetry, onDefect };
  const beside = { hostBridge, userBash, sandbox, undo: undo.journal, logins, ...about };
  return { features, beside, hostTools };
}

/** Both lists; the same array until the second one is another. */
function joined(own: readonly Tool[], others: () => readonly Tool[]): () => readonly Tool[] {
  let last = { others: NONE, all: own };
  return () => {
    const now = others();
    if (now !== last.others) last = { others: now, all: [...own, ...now] };
    return last.all;
  };
}

const NONE: readonly Tool[] = [];
