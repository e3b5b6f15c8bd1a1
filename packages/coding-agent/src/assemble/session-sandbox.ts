// The sandbox of a session, put together from the host and the settings.
import { join } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import { systemSandbox } from "../platform/sandbox/system-sandbox.ts";
import { Sandbox, type SandboxWishes } from "../services/sandbox/sandbox.ts";
import * as declared from "../services/sandbox/settings.ts";
import type { Settings } from "../settings/settings.ts";

export interface SandboxSources {
  readonly host: Host;
  readonly settings: Pick<Settings, "get">;
  readonly cwd: string;
  /** The environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders of the session that commands may change. */
  readonly shared: readonly string[];
}

/** Nothing is probed or made before the first command. */
export function createSandbox({ host, settings, cwd, env, shared }: SandboxSources): Sandbox {
  const paths = agentPaths(host);
  const { configRoot, agentDir, database } = paths;
  const folder = join(agentDir, "sandbox");
  const wishes = liveWishes(settings);
  const keyFiles = [
    ...["", "-wal", "-shm", "-journal"].map((ending) => `${database}${ending}`),
    ...[agentDir, configRoot].map((one) => join(one, ".env")),
  ];
  return new Sandbox({
    ...systemSandbox(host, join(folder, "probes.json"), env),
    wishes,
    places: {
      workspace: cwd,
      home: host.home,
      env,
      ownFolders: [configRoot, agentDir],
      keyFiles,
      shared,
      execPath: process.execPath,
    },
    tmp: host.tmp,
    quarantine: join(folder, "put-aside"),
    caches: join(folder, "caches"),
  });
}

/** What a person hears at the start when none holds; loaded only then. */
export async function missingSandboxNotes(sandbox: Sandbox): Promise<string[]> {
  const tried = await sandbox.knownMissing();
  if (tried === undefined) return [];
  const { noSandboxText } = await import("../services/sandbox/sandbox-status.ts");
  return [noSandboxText({ tried })];
}

/**
 * The settings as the session began, and from then on only what closes the sandbox further: whoever could write to the
 * file, a command that was let out included, gains nothing by it.
 */
function liveWishes(settings: Pick<Settings, "get">): () => SandboxWishes {
  const read = (): SandboxWishes => ({
    isEnabled: settings.get(declared.sandboxEnabled),
    backend: settings.get(declared.sandboxBackend),
    writable: settings.get(declared.sandboxWritable),
    hasNetwork: settings.get(declared.sandboxNetwork),
    hosts: settings.get(declared.sandboxHosts),
  });
  const first = read();
  return () => {
    const now = read();
    return {
      ...first,
      isEnabled: first.isEnabled || now.isEnabled,
      hasNetwork: first.hasNetwork && now.hasNetwork,
      hosts: first.hosts.filter((host) => now.hosts.includes(host)),
    };
  };
}
