// The shell of a session with what goes with it: jobs, terminals, the person's own commands.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { join } from "node:path";
import type { Host } from "../platform/host.ts";
import {
  type ArtifactWriter,
  artifactWriterNeed,
  createArtifactWriter,
} from "../services/artifact-writer.ts";
import { commandRunnerNeed } from "../services/command-runner.ts";
import { BackgroundJobs, backgroundJobsNeed } from "../services/jobs/background-jobs.ts";
import { jobNews } from "../services/jobs/job-text.ts";
import { activeToolsNeed } from "../services/shell/active-tools.ts";
import { asyncMaxJobs } from "../services/shell/settings.ts";
import {
  outputLimitsFrom,
  shellOptionsFrom,
  shellOptionsNeed,
} from "../services/shell/shell-options.ts";
import { Terminals, terminalsNeed } from "../services/shell/terminals.ts";
import { UserBash } from "../services/user-bash.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { createRunner, type SessionRunner } from "./session-runner.ts";
import type { SessionSecrets } from "./session-secrets.ts";
import { sessionUndo, type SessionUndo } from "./session-undo.ts";

/** What the shell of a session is made from. */
export interface ShellSources {
  readonly launch: Pick<Launch, "cwd" | "isInteractive" | "apiKey" | "embedded">;
  readonly host: Host;
  readonly settings: Settings;
  readonly trust: Pick<ProjectTrust, "isTrusted">;
  readonly log: Pick<SessionLog, "file" | "header">;
  readonly clock: Clock;
  readonly tools: readonly Tool[];
  readonly secrets: Pick<SessionSecrets, "hide" | "runner">;
}

/** The shell of a session. */
export interface ShellServices {
  readonly runner: SessionRunner["runner"];
  readonly sandbox: SessionRunner["sandbox"];
  readonly artifacts: ArtifactWriter;
  readonly jobs: BackgroundJobs;
  readonly terminals: Terminals;
  readonly userBash: UserBash;
  readonly undo: SessionUndo;
  /** Needs with what fulfils them. */
  readonly bound: readonly (readonly [string, unknown])[];
  /** Ends every command and job. */
  close(): Promise<void>;
}

/** Programs get terminals of their own before a person, unless they want none. */
export function hasTerminals(launch: Pick<Launch, "isInteractive">, host: Host): boolean {
  return launch.isInteractive === true && host.env["PI_NO_PTY"] !== "1";
}

export function terminalsFor(launch: Pick<Launch, "isInteractive">, host: Host): Terminals {
  return new Terminals({ isAllowed: hasTerminals(launch, host) });
}

/** `tell` tells the conversation what nobody typed. */
export function createShellServices(
  sources: ShellSources,
  tell: (text: string) => Promise<void>,
): ShellServices {
  const { settings, clock, host, launch, log, tools, secrets } = sources;
  const undo = sessionUndo(sources);
  const sessionFolder = log.file?.replace(/\.jsonl$/, "");
  const artifacts = createArtifactWriter(sessionFolder, secrets.hide);
  const local = join(sessionFolder ?? join(host.tmp, `omp-${log.header.id}`), "local");
  const { runner, sandbox, personal } = createRunner({ ...sources, shared: [local] });
  const clean = secrets.runner(runner);
  const maxJobs = (): number => settings.get(asyncMaxJobs);
  const jobs = new BackgroundJobs({ clock, maxJobs, deliver: (job) => tell(jobNews(job)) });
  const terminals = terminalsFor(launch, host);
  return {
    runner,
    sandbox,
    artifacts,
    jobs,
    terminals,
    undo,
    userBash: new UserBash({
      runner: secrets.runner(personal),
      artifacts,
      limits: () => outputLimitsFrom(settings),
      journal: undo.journal,
    }),
    bound: [
      [commandRunnerNeed.name, undo.follow(clean)],
      [backgroundJobsNeed.name, jobs],
      [terminalsNeed.name, terminals],
      [artifactWriterNeed.name, artifacts],
      [activeToolsNeed.name, () => tools.map(({ name }) => name)],
      [shellOptionsNeed.name, () => shellOptionsFrom(settings)],
    ],
    async close() {
      await jobs[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      await undo.journal?.[Symbol.asyncDispose]();
    },
  };
}
