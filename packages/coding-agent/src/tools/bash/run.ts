// Runs a call of `bash`: checks where and how long, gathers the output, says how the command ended.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { statSync } from "node:fs";
import type { CommandEnd, CommandRunner } from "../../services/command-runner.ts";
import type { Workspace } from "../../services/workspace.ts";
import type { BashArguments } from "./parameters.ts";

const DEFAULT_TIMEOUT_S = 300;
const MAX_TIMEOUT_S = 3600;
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface BashNeeds {
  readonly runner: CommandRunner;
  readonly workspace: Workspace;
}

export async function run(
  context: ToolContext<BashNeeds>,
  args: BashArguments,
): Promise<{ content: string; details: object }> {
  const { runner, workspace } = context.needs;
  const cwd = args.cwd === undefined ? undefined : workspace.resolve(args.cwd);
  if (cwd !== undefined) checkDirectory(cwd);
  for (const name of Object.keys(args.env ?? {})) {
    if (!ENV_NAME.test(name)) throw new ToolFailure(`Invalid bash env name: ${name}`);
  }
  const timeoutS = Math.min(MAX_TIMEOUT_S, Math.max(1, args.timeout ?? DEFAULT_TIMEOUT_S));
  let output = "";
  const onOutput = (text: string): void => {
    output += text;
    context.progress({ content: output });
  };
  const request = {
    command: args.command,
    cwd,
    env: args.env ?? {},
    timeoutMs: timeoutS * 1000,
    onOutput,
  };
  const end = await runner.run(request, context.signal);
  const shown = output.trimEnd() || "(no output)";
  const failure = failureOf(end, shown, timeoutS);
  if (failure !== undefined) throw failure;
  return { content: shown, details: { exitCode: 0 } };
}

function failureOf(end: CommandEnd, shown: string, timeoutS: number): ToolFailure | undefined {
  switch (end.how) {
    case "timeout":
      return new ToolFailure(`${shown}\n\n[Command timed out after ${timeoutS} seconds]`, {
        kind: "timeout",
      });
    case "aborted":
      return new ToolFailure(`${shown}\n\nCommand aborted`, { kind: "aborted" });
    case "exited": {
      const { exitCode } = end;
      if (exitCode === 0) return undefined;
      return new ToolFailure(`${shown}\n\nCommand exited with code ${exitCode}`, {
        details: { exitCode },
      });
    }
  }
}

function checkDirectory(cwd: string): void {
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (stats === undefined) throw new ToolFailure(`Working directory does not exist: ${cwd}`);
  if (!stats.isDirectory()) throw new ToolFailure(`Working directory is not a directory: ${cwd}`);
}
