// A real shell with everything that `bash` and `job` need, in a folder of its own; for tests of tools.
import { systemClock } from "@oh-my-pi/pi-agent-core/clock";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { ToolResult } from "@oh-my-pi/pi-agent-core/tool-result";
import { createWorkspace as createFolder } from "@oh-my-pi/pi-testkit/workspace";
import { artifactWriterNeed, createArtifactWriter } from "../services/artifact-writer.ts";
import { approvalPolicy } from "../services/approval/approval-policy.ts";
import { commandRunnerNeed } from "../services/command-runner.ts";
import { createFileServices } from "../services/file-services.ts";
import { BackgroundJobs, backgroundJobsNeed, type Job } from "../services/jobs/background-jobs.ts";
import { activeToolsNeed } from "../services/shell/active-tools.ts";
import {
  outputLimitsFrom,
  shellOptionsFrom,
  shellOptionsNeed,
} from "../services/shell/shell-options.ts";
import { Terminals, terminalsNeed } from "../services/shell/terminals.ts";
import { unattendedEnvironment } from "../services/shell/unattended-environment.ts";
import { ShellRunner } from "../services/shell-runner.ts";
import { createWorkspace, workspaceNeed } from "../services/workspace.ts";
import type { Setting } from "../settings/setting.ts";

export interface ShellAnswer {
  readonly text: string;
  readonly details: unknown;
  readonly isError: boolean;
  readonly updates: readonly ToolResult[];
}

export interface ShellToolsOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly activeTools?: readonly string[];
  /** Per-tool approval. */
  readonly rules?: Readonly<Record<string, string>>;
}

/** Settings that are not given have their defaults. */
export function shellTools(
  set: Readonly<Record<string, unknown>> = {},
  { env = {}, activeTools = [], rules = {} }: ShellToolsOptions = {},
) {
  const folder = createFolder();
  const get = <Value>(setting: Setting<Value>): Value =>
    (set[setting.key] as Value | undefined) ?? setting.fallback;
  const settings = { get };
  const workspace = createWorkspace(folder.path, folder.path);
  const runner = new ShellRunner({
    cwd: folder.path,
    env: unattendedEnvironment({ ...folder.env(), ...env }),
  });
  const delivered: Job[] = [];
  const jobs = new BackgroundJobs({
    clock: systemClock,
    maxJobs: () => 100,
    deliver: async (job) => void delivered.push(job),
  });
  const terminals = new Terminals({ isAllowed: true });
  const artifacts = createArtifactWriter(folder.at("session"));
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    [commandRunnerNeed.name, runner],
    [backgroundJobsNeed.name, jobs],
    [terminalsNeed.name, terminals],
    [artifactWriterNeed.name, artifacts],
    [activeToolsNeed.name, () => activeTools],
    [shellOptionsNeed.name, () => shellOptionsFrom(settings)],
    ...createFileServices({
      workspace,
      settings,
      sessionFolder: folder.at("session"),
      scratchFolder: folder.at("scratch"),
      fetcher: fetch,
    }),
  ]);
  const host = createToolHost({
    policy: approvalPolicy("yolo", rules),
    provide: ({ name }) => bound.get(name),
    situation: () => ({ directory: runner.cwd, root: folder.path, home: folder.path }),
    output: { limit: { maxBytes: outputLimitsFrom(settings).maxBytes, maxLines: 3000 } },
  });
  const call = async (
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal = new AbortController().signal,
    onUpdate: (update: ToolResult) => void = () => undefined,
  ): Promise<ShellAnswer> => {
    const updates: ToolResult[] = [];
    const invocation = {
      callId: "1",
      name: tool.name,
      tool,
      args,
      onUpdate: (update: ToolResult) => {
        updates.push(update);
        onUpdate(update);
      },
    };
    const { result, isError } = await host.call(invocation, signal);
    const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    return { text, details: result.details, isError, updates };
  };
  return {
    folder,
    runner,
    jobs,
    delivered,
    terminals,
    artifacts,
    call,
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
