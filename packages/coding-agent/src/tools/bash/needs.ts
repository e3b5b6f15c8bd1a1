// What the parts of `bash` are given by the session.
import type { ArtifactWriter } from "../../services/artifact-writer.ts";
import type { CommandRunner } from "../../services/command-runner.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import type { BackgroundJobs } from "../../services/jobs/background-jobs.ts";
import type { ActiveTools } from "../../services/shell/active-tools.ts";
import type { ShellOptions } from "../../services/shell/shell-options.ts";
import type { Terminals } from "../../services/shell/terminals.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface BashNeeds {
  readonly runner: CommandRunner;
  readonly workspace: Workspace;
  readonly artifacts: ArtifactWriter;
  readonly urls: InternalUrls;
  readonly jobs: BackgroundJobs;
  readonly options: () => ShellOptions;
  readonly activeTools: ActiveTools;
  readonly terminals: Terminals;
}
