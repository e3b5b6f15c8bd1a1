// What surrounds a session besides its model and tools: the embedding program, the person's own shell, logins.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Host } from "../platform/host.ts";
import { createLogins, type Logins } from "../services/logins.ts";
import { UserBash } from "../services/user-bash.ts";
import type { Launch } from "../session/launch.ts";
import { Artifacts } from "../session/log/artifacts.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import { artifactsPath } from "../session/log/session-place.ts";
import { createRunner } from "./session-services.ts";

/** Builds the surroundings of one session; its shell starts with the first command. */
export function surroundings(launch: Launch, host: Host, { file }: SessionLog) {
  const artifacts = file === undefined ? undefined : new Artifacts(artifactsPath(file));
  const userBash = new UserBash({ runner: createRunner(launch, host), artifacts });
  const logins: Logins = createLogins(host);
  const { hostBridge } = launch;
  const hostTools = hostBridge && ((): readonly Tool[] => hostBridge.tools);
  return { beside: { hostBridge, userBash, logins }, hostTools };
}

/** Ends both, the first first. */
export async function endBoth(first: AsyncDisposable, second: AsyncDisposable): Promise<void> {
  await using _second = second;
  await first[Symbol.asyncDispose]();
}
