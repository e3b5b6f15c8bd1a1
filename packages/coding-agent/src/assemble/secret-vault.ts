// Binds the secrets of a session to this machine: where they are found, and the key that their placeholders are made with.
import { join } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import { privateKeyFile } from "../platform/private-key-file.ts";
import { findSecrets } from "../services/secrets/find-secrets.ts";
import { Placeholders } from "../services/secrets/placeholder.ts";
import { SecretVault } from "../services/secrets/secret-vault.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionHeader } from "../session/log/entry.ts";
import { findProjectFiles } from "../trust/project-files.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";

export interface VaultParts {
  readonly launch: Pick<Launch, "cwd" | "apiKey">;
  readonly host: Host;
  readonly trust: Pick<ProjectTrust, "isTrusted">;
  /** Keys that omp holds. */
  readonly held: () => readonly string[];
  /** Of the session; not asked for before something is hidden. */
  readonly header: () => Pick<SessionHeader, "id" | "parentSession">;
}

/** The vault of a session; nothing is looked up before a text passes. */
export function createVault({ launch, host, trust, held, header }: VaultParts): SecretVault {
  const { agentDir } = agentPaths(host);
  const secrets = () => {
    const project = trust.isTrusted ? findProjectFiles(launch.cwd, [".omp/secrets.yml"], "") : [];
    return findSecrets({
      env: host.env,
      cwd: launch.cwd,
      home: host.home,
      files: [
        join(agentDir, "secrets.yml"),
        ...project.flatMap(({ path, problem }) => (problem === undefined ? [path] : [])),
      ],
      credentials: () => [...held(), ...(launch.apiKey === undefined ? [] : [launch.apiKey])],
    }).entries;
  };
  let key: Uint8Array | undefined;
  const made = new Map<string, Placeholders>();
  const placeholdersOf = (session: string): Placeholders => {
    // Without a file the placeholders are this run's alone: a resumed session breaks its prefix once.
    key ??= privateKeyFile(join(agentDir, "placeholder.key")) ?? randomKey();
    const known = made.get(session) ?? new Placeholders(key, session);
    made.set(session, known);
    return known;
  };
  return new SecretVault({
    secrets,
    placeholders: () => placeholdersOf(header().id),
    ancestors: () => [header().parentSession ?? []].flat().map(placeholdersOf),
  });
}

function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}
