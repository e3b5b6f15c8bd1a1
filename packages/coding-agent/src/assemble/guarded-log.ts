// The log of a launch and what keeps secrets out of it: each needs the other, so they are made together.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import type { ModelAccess } from "../services/model-access.ts";
import type { Launch } from "../session/launch.ts";
import { openLaunchLog } from "../session/launch-log.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { type SessionSecrets, sessionSecrets } from "./session-secrets.ts";

interface GuardedLogParts {
  readonly host: Host;
  readonly settings: Settings;
  readonly trust: ProjectTrust;
  readonly access: ModelAccess;
  /** Gets what the user should know. */
  readonly notes: string[];
}

interface GuardedLog {
  readonly log: SessionLog;
  readonly secrets: SessionSecrets;
  /** The way to models, without secrets. */
  readonly stream: StreamFunction;
}

/** Opens the log of a launch. */
export function openGuardedLog(launch: Launch, parts: GuardedLogParts): GuardedLog {
  const { host, settings, trust, access, notes } = parts;
  const secrets = sessionSecrets({
    launch,
    host,
    settings,
    trust,
    held: () => access.heldSecrets(),
    header: () => log.header,
  });
  const note = (text: string): void => void notes.push(text);
  const log = openLaunchLog(launch, host, agentPaths(host), note, { hide: secrets.hide });
  // Whoever wraps the way to models sees what models see.
  const wrapped = launch.embedded?.wrapStream?.(access.stream) ?? access.stream;
  return { log, secrets, stream: secrets.stream(wrapped) };
}
