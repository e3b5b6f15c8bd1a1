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
  const own: readonly Tool[] = launch.embedded?.tools ?? [];
  const hostTools = (): readonly Tool[] => hostBridge?.tools ?? own;
  return { beside: { hostBridge, userBash, sandbox, undo: undo.journal, logins }, hostTools };
}
