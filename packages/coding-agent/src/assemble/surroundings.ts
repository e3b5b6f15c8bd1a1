// What surrounds a session besides its model and tools: the embedding program, the person's own shell, logins.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Host } from "../platform/host.ts";
import { keepAwake } from "../platform/keep-awake.ts";
import { createLogins, type Logins } from "../services/logins.ts";
import type { Feature } from "../session/feature.ts";
import type { Launch } from "../session/launch.ts";
import { PowerFeature } from "../session/power/power-feature.ts";
import { SessionWork } from "../session/work/session-work.ts";
import type { ShellServices } from "./shell-services.ts";

/** Builds the surroundings of one session. */
export function surroundings(
  launch: Launch,
  host: Host,
  { userBash, sandbox, undo }: Pick<ShellServices, "userBash" | "sandbox" | "undo">,
) {
  const logins: Logins = createLogins(host);
  const { hostBridge } = launch;
  const hostTools = joined(launch.embedded?.tools ?? [], () => hostBridge?.tools ?? NONE);
  const power = new PowerFeature((wish) => keepAwake(wish, host));
  const features: readonly Feature[] = [...undo.features, power];
  const work = new SessionWork(host);
  const beside = { hostBridge, userBash, sandbox, undo: undo.journal, logins, work };
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
