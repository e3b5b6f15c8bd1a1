// The secrets of one session and everything that is kept from seeing them: models, its log, its tools, the output of
// commands, the log of defects. What is secret is found out when the first text passes.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { CommandRunner } from "../services/command-runner.ts";
import { hidingRunner } from "../services/secrets/hiding-runner.ts";
import { hidingStream } from "../services/secrets/hiding-stream.ts";
import { hidingToolHost } from "../services/secrets/hiding-tool-host.ts";
import { rewriteTexts } from "../services/secrets/rewrite-texts.ts";
import { secretsEnabled } from "../services/secrets/settings.ts";
import type { Fetcher } from "../session/one-shot.ts";
import type { Settings } from "../settings/settings.ts";
import { createVault, type VaultParts } from "./secret-vault.ts";

export interface SecretParts extends VaultParts {
  readonly settings: Pick<Settings, "get">;
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
