// The secrets of one session and everything that is kept from seeing them: models, its log, its tools, the output of
// commands, the log of defects. What is secret is found out when the first text passes.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { join } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import { privateKeyFile } from "../platform/private-key-file.ts";
import type { CommandRunner } from "../services/command-runner.ts";
import { findSecrets } from "../services/secrets/find-secrets.ts";
import { hidingRunner } from "../services/secrets/hiding-runner.ts";
import { hidingStream } from "../services/secrets/hiding-stream.ts";
import { hidingToolHost } from "../services/secrets/hiding-tool-host.ts";
import { Placeholders } from "../services/secrets/placeholder.ts";
import { rewriteTexts } from "../services/secrets/rewrite-texts.ts";
import { SecretVault } from "../services/secrets/secret-vault.ts";
import { secretsEnabled } from "../services/secrets/settings.ts";
import type { Launch } from "../session/launch.ts";
import type { Fetcher } from "../session/one-shot.ts";
import type { SessionHeader } from "../session/log/entry.ts";
import type { Settings } from "../settings/settings.ts";
import { findProjectFiles } from "../trust/project-files.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";

export interface SecretParts {
  readonly launch: Pick<Launch, "cwd" | "apiKey">;
  readonly host: Host;
  readonly settings: Pick<Settings, "get">;
  readonly trust: Pick<ProjectTrust, "isTrusted">;
  /** Keys that omp holds. */
  readonly held: () => readonly string[];
  /** Of the session; not asked for before something is hidden. */
  readonly header: () => Pick<SessionHeader, "id" | "parentSession">;
}

/** What stands between secrets and everybody else. */
export interface SessionSecrets {
  readonly hide: <Value>(value: Value) => Value;
  readonly stream: (stream: StreamFunction) => StreamFunction;
  readonly fetcher: (fetcher: Fetcher) => Fetcher;
  readonly toolHost: (host: ToolHost) => ToolHost;
  readonly runner: (runner: CommandRunner) => CommandRunner;
}

const NOTHING_HIDDEN: SessionSecrets = {
  hide: (value) => value,
  stream: (stream) => stream,
  fetcher: (fetcher) => fetcher,
  toolHost: (host) => host,
  runner: (runner) => runner,
};

/** Builds what hides the secrets of a session; nothing is hidden where the user does not want it. */
export function sessionSecrets(parts: SecretParts): SessionSecrets {
  if (!parts.settings.get(secretsEnabled)) return NOTHING_HIDDEN;
  const vault = createVault(parts);
  const hide = <Value>(value: Value): Value => rewriteTexts(value, (text) => vault.hide(text));
  return {
    hide,
    stream: (stream) => hidingStream(stream, vault),
    fetcher: (fetcher) => (url, init) =>
      fetcher(url, {
        ...init,
        ...(typeof init.body === "string" && { body: vault.hide(init.body) }),
      }),
    toolHost: (host) => hidingToolHost(host, vault),
    runner: (runner) => hidingRunner(runner, vault),
  };
}

function createVault({ launch, host, trust, held, header }: SecretParts): SecretVault {
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
