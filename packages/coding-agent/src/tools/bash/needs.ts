// What the parts of `bash` are given by the session.
import type { Provided } from "@oh-my-pi/pi-agent-core/need";
import { artifactWriterNeed } from "../../services/artifact-writer.ts";
import { commandRunnerNeed } from "../../services/command-runner.ts";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import { backgroundJobsNeed } from "../../services/jobs/background-jobs.ts";
import { activeToolsNeed } from "../../services/shell/active-tools.ts";
import { shellOptionsNeed } from "../../services/shell/shell-options.ts";
import { terminalsNeed } from "../../services/shell/terminals.ts";
import { workspaceNeed } from "../../services/workspace.ts";

export const bashNeeds = {
  runner: commandRunnerNeed,
  workspace: workspaceNeed,
  artifacts: artifactWriterNeed,
  urls: internalUrlsNeed,
  jobs: backgroundJobsNeed,
  options: shellOptionsNeed,
  activeTools: activeToolsNeed,
  terminals: terminalsNeed,
} as const;

export type BashNeeds = Provided<typeof bashNeeds>;
