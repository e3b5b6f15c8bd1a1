// Binds the decision about a project to this user's store and to whoever can be asked.
import type { AgreedFile } from "../settings/settings.ts";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";
import { decideTrust, type ProjectTrust } from "../trust/project-trust.ts";
import { TrustStore } from "../trust/trust-store.ts";

/** The user's decisions. */
function trustStore(host: Host): TrustStore {
  const { trustFile } = agentPaths(host);
  return new TrustStore({ file: trustFile, platform: host.platform, now: host.now });
}

/** The decision for a launch, made before any file of the project is interpreted. */
export function projectTrust(
  launch: Pick<Launch, "cwd" | "askTrust" | "isInteractive" | "isProjectIgnored">,
  host: Host,
): Promise<ProjectTrust> {
  return decideTrust({
    cwd: launch.cwd,
    store: trustStore(host),
    ask: launch.askTrust,
    isAttended: launch.isInteractive === true,
    isIgnored: launch.isProjectIgnored === true,
  });
}

/** The settings files of a trusted project that can be read, weakest first. */
export function settingsFiles({ isTrusted, files }: ProjectTrust): AgreedFile[] {
  if (!isTrusted) return [];
  return files.flatMap(({ path, text }) => (text === undefined ? [] : { path, text }));
}
