// What surrounds a session besides its model and tools: the embedding program, the person's own shell, logins.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Host } from "../platform/host.ts";
import { createLogins, type Logins } from "../services/logins.ts";
import type { Launch } from "../session/launch.ts";
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
  return { beside: { hostBridge, userBash, sandbox, undo: undo.journal, logins }, hostTools };
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
