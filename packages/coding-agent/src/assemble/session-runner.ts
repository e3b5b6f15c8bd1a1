// The shell that the commands of a session run in.
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { join } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import { childEnvironment } from "../platform/child-environment.ts";
import { harmlessGitVariables } from "../platform/git/git-environment.ts";
import type { Host } from "../platform/host.ts";
import { rcSnapshot } from "../services/shell/rc-snapshot.ts";
import { shellPath } from "../services/shell/settings.ts";
import { unattendedEnvironment } from "../services/shell/unattended-environment.ts";
import { ShellRunner } from "../services/shell-runner.ts";
import type { CommandRunner } from "../services/command-runner.ts";
import type { Sandbox } from "../services/sandbox/sandbox.ts";
import { SandboxedRunner } from "../services/sandbox/sandboxed-runner.ts";
import { sandboxUserCommands } from "../services/sandbox/settings.ts";
import type { Launch } from "../session/launch.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { createSandbox } from "./session-sandbox.ts";

interface RunnerSources {
  readonly launch: Pick<Launch, "cwd">;
  readonly host: Host;
  readonly settings: Pick<Settings, "get">;
  /** Without trust git runs nothing that the repository brings along. */
  readonly trust: Pick<ProjectTrust, "isTrusted">;
  /** Folders of the session that commands may change. */
  readonly shared: readonly string[];
}

export interface SessionRunner {
  readonly runner: SandboxedRunner;
  readonly sandbox: Sandbox;
  /** For commands that the person types. */
  readonly personal: CommandRunner;
}

/** Nothing is started before the first command. */
export function createRunner(sources: RunnerSources): SessionRunner {
  const { launch, host, settings, shared } = sources;
  const env = commandEnvironment(sources);
  const sandbox = createSandbox({ host, settings, cwd: launch.cwd, env, shared });
  const options = {
    cwd: launch.cwd,
    env,
    bashPath: settings.get(shellPath),
    prefix: host.env["PI_SHELL_PREFIX"] || host.env["CLAUDE_CODE_SHELL_PREFIX"] || undefined,
    snapshot: (bashPath: string) =>
      rcSnapshot({
        bashPath,
        env,
        home: host.home,
        workspace: launch.cwd,
        folder: join(agentPaths(host).agentDir, "shell-snapshots"),
        userId: host.userId,
      }),
  };
  const runner = new SandboxedRunner({
    inside: new ShellRunner({ ...options, enclose: () => sandbox.enclose() }),
    outside: new ShellRunner(options),
    isWanted: () => sandbox.isWanted,
  });
  const personal = runner.forPerson(() => settings.get(sandboxUserCommands));
  return { runner, sandbox, personal };
}

/** Keys of model providers are none of a command's business. */
function commandEnvironment({ launch, host, trust }: RunnerSources): Record<string, string> {
  const secrets = new Set(listProviders().flatMap((known) => known.env));
  const env = unattendedEnvironment(childEnvironment(host.env, secrets));
  return trust.isTrusted ? env : { ...env, ...harmlessGitVariables(launch.cwd, env) };
}
