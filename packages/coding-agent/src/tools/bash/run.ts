// Runs a call of `bash`: in the foreground, as a background job, or first the one and then the other.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { ShellOptions } from "../../services/shell/shell-options.ts";
import { toResult } from "./ending.ts";
import { CommandExecution } from "./execution.ts";
import type { BashArguments } from "./parameters.ts";
import type { BashNeeds } from "./needs.ts";
import { prepareCommand } from "./prepare.ts";

interface BashResult {
  content: string;
  details: object;
}

export async function run(
  context: ToolContext<BashNeeds>,
  args: BashArguments,
): Promise<BashResult> {
  const { needs, signal } = context;
  const options = needs.options();
  if (args.async === true && !options.hasAsync) {
    throw new ToolFailure(
      "Async bash execution is disabled. Enable async.enabled to use async mode.",
    );
  }
  const prepared = await prepareCommand(args, {
    workspace: needs.workspace,
    urls: needs.urls,
    directory: needs.runner.cwd,
    activeTools: needs.activeTools(),
    options,
    signal,
  });
  const viewer = args.pty === true ? needs.terminals.viewer : undefined;
  if (viewer !== undefined) {
    const { runInTerminal } = await import("./terminal.ts");
    return toResult(await runInTerminal(context, prepared, viewer));
  }
  const execution = new CommandExecution(needs, options, prepared, args.command);
  if (args.async === true) return started(execution.startJob());
  return runInForeground(context, execution, options);
}

async function runInForeground(
  { progress, signal }: ToolContext<BashNeeds>,
  execution: CommandExecution,
  { backgroundAfterMs }: ShellOptions,
): Promise<BashResult> {
  const partial = {
    get content(): string {
      return execution.recent();
    },
  };
  const ended = execution.start(signal, () => progress(partial));
  if (backgroundAfterMs === undefined) return toResult(await ended);
  const waitMs = Math.max(0, Math.min(backgroundAfterMs, execution.timeoutS * 1000 - 1000));
  using late = deadline(waitMs);
  const first = await Promise.race([ended, late.passed]);
  return first === undefined ? started(execution.moveToJob(ended)) : toResult(first);
}

function deadline(waitMs: number): Disposable & { readonly passed: Promise<undefined> } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), waitMs);
  return { passed: promise, [Symbol.dispose]: () => clearTimeout(timer) };
}

function started({ id, label }: { readonly id: string; readonly label: string }): BashResult {
  return {
    content: `Background job ${id} started: ${label}`,
    details: { async: { state: "running", jobId: id, type: "bash" } },
  };
}
