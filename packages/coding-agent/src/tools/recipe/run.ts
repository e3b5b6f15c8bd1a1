// Runs a call of `recipe`: finds the tasks, chooses one, runs it in a shell of its own directory.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure, type ToolFailureOptions } from "@oh-my-pi/pi-agent-core/tool-failure";
import { join } from "node:path";
import type { CommandRunner } from "../../services/command-runner.ts";
import type { Workspace } from "../../services/workspace.ts";
import { chooseTask, type FoundRunner } from "./choose-task.ts";
import type { RecipeArguments } from "./parameters.ts";
import { cargo } from "./runners/cargo.ts";
import { just } from "./runners/just.ts";
import { make } from "./runners/make.ts";
import { pkg } from "./runners/pkg.ts";
import { task } from "./runners/task.ts";
import type { Probe } from "./task-runner.ts";

const RUNNERS = [just, pkg, cargo, make, task];
const TIMEOUT_MS = 300_000;
const PROBE_TIMEOUT_MS = 10_000;

interface RecipeNeeds {
  readonly runner: CommandRunner;
  readonly workspace: Workspace;
}

export async function run(
  context: ToolContext<RecipeNeeds>,
  { op }: RecipeArguments,
): Promise<{ content: string; details: object }> {
  const { runner, task: chosen, rest } = chooseTask(op, await findRunners(context));
  const directory = join(context.needs.workspace.cwd, chosen.directory ?? ".");
  const command = rest === "" ? chosen.command : `${chosen.command} ${rest}`;
  let output = "";
  const end = await execute(context, inDirectory(directory, command), TIMEOUT_MS, (text) => {
    output += text;
    context.progress({ content: output });
  });
  const shown = output.trimEnd() || "(no output)";
  const details = { runner, task: chosen.name, command };
  const failed = (how: string, more: ToolFailureOptions = {}): ToolFailure =>
    new ToolFailure(`${shown}\n\n${how}`, { details, ...more });
  switch (end.how) {
    case "timeout":
      throw failed(`[Command timed out after ${TIMEOUT_MS / 1000} seconds]`, { kind: "timeout" });
    case "aborted":
      throw failed("Command aborted", { kind: "aborted" });
    case "exited": {
      const { exitCode } = end;
      if (exitCode === 0) return { content: shown, details: { ...details, exitCode } };
      throw failed(`Command exited with code ${exitCode}`, { details: { ...details, exitCode } });
    }
  }
}

/** The runners that have tasks, in their fixed order; one whose probe fails only stays hidden. */
async function findRunners(context: ToolContext<RecipeNeeds>): Promise<FoundRunner[]> {
  const directory = context.needs.workspace.cwd;
  const probe: Probe = { directory, output: (command) => outputOf(context, command) };
  const found: FoundRunner[] = [];
  // One after the other: a session has one shell.
  for (const runner of RUNNERS) {
    const tasks = await runner.find(probe).catch((): [] => []);
    if (tasks.length > 0) found.push({ id: runner.id, tasks });
  }
  return found;
}

async function outputOf(
  context: ToolContext<RecipeNeeds>,
  command: string,
): Promise<string | undefined> {
  let output = "";
  const inside = inDirectory(context.needs.workspace.cwd, `${command} 2>/dev/null`);
  const end = await execute(context, inside, PROBE_TIMEOUT_MS, (text) => {
    output += text;
  });
  return end.how === "exited" && end.exitCode === 0 ? output : undefined;
}

function execute(
  { needs: { runner }, signal }: ToolContext<RecipeNeeds>,
  command: string,
  timeoutMs: number,
  onOutput: (text: string) => void,
) {
  return runner.run({ command, env: {}, timeoutMs, onOutput }, signal);
}

/** In a subshell, so that the session's own shell stays where it is. */
function inDirectory(directory: string, command: string): string {
  return `(cd '${directory.replaceAll("'", String.raw`'\''`)}' && ${command})`;
}
