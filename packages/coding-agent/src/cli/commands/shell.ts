// `omp shell`: commands in the same shell that the model's commands run in, with the same environment.
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { childEnvironment } from "../../platform/child-environment.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import { approvalPolicy } from "../../services/approval/approval-policy.ts";
import { personsRefusal } from "../../services/approval/gate.ts";
import { toolApproval } from "../../services/approval/settings.ts";
import { rcSnapshot } from "../../services/shell/rc-snapshot.ts";
import { unattendedEnvironment } from "../../services/shell/unattended-environment.ts";
import { ShellRunner } from "../../services/shell-runner.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { readAllInput } from "../stdio.ts";

const DEFAULT_SECONDS = 300;

export default {
  summary: "run commands as the model's commands are run",
  forms: [
    ["shell <command>", "one command"],
    ["shell < commands", "the text on stdin, as one script"],
  ],
  examples: [
    ["omp shell ls -la", "flags after the command are its own"],
    ["omp shell -C packages/web npm test", "in another folder"],
    ["omp shell -t 5 'sleep 60; echo never'", "at most five seconds; exit code 5"],
    ["omp shell < steps.sh", "a script"],
  ],
  maxWords: Number.POSITIVE_INFINITY,
  isVerbatim: true,
  flags: [
    { name: "cwd", short: "C", value: "dir", group: "other", help: "where to run" },
    { name: "timeout", short: "t", value: "seconds", group: "other", help: "time limit (300)" },
    { name: "no-snapshot", group: "other", help: "without your aliases and functions" },
  ],
  run,
} satisfies CliCommand;

async function run({ args, host, output, assembly }: CommandCall): Promise<ExitName> {
  const cwd = directory(args.flags.get("cwd"), host.cwd);
  const timeoutMs = seconds(args.flags.get("timeout")) * 1000;
  const command = args.words.length > 0 ? args.words.join(" ") : await readAllInput();
  if (command.trim() === "") throw new UserError("No command: omp shell <command>.");
  const settings = await assembly.loadSettings(host);
  const rules = approvalPolicy("yolo", settings.get(toolApproval));
  const refusal = await personsRefusal(rules, command);
  if (refusal !== undefined) throw new UserError(refusal, "refused");
  const secrets = new Set(listProviders().flatMap((known) => known.env));
  const env = unattendedEnvironment(childEnvironment(host.env, secrets));
  const { home, userId } = host;
  const folder = join(agentPaths(host).agentDir, "shell-snapshots");
  await using runner = new ShellRunner({
    cwd,
    env,
    ...(!args.flags.has("no-snapshot") && {
      snapshot: (bashPath: string) =>
        rcSnapshot({ bashPath, env, home, workspace: cwd, folder, userId }),
    }),
  });
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort();
  process.on("SIGINT", onInterrupt);
  try {
    const onOutput = (text: string): void => {
      output.out.write(text);
      void output.out.flush();
    };
    const end = await runner.run({ command, cwd, env: {}, timeoutMs, onOutput }, stop.signal);
    if (end.how !== "exited") return end.how === "timeout" ? "timeout" : "interrupted";
    if (end.exitCode !== 0) output.err.write(`omp: the command exited with code ${end.exitCode}\n`);
    return end.exitCode === 0 ? "ok" : "error";
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

function directory(given: unknown, cwd: string): string {
  if (typeof given !== "string") return cwd;
  const path = resolve(cwd, given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new UserError(`--cwd ${given}: there is no such directory.`);
}

function seconds(given: unknown): number {
  if (typeof given !== "string") return DEFAULT_SECONDS;
  const value = Number(given);
  if (value > 0 && value < 100_000) return value;
  throw new UserError(`--timeout cannot be "${given}"; give seconds, more than 0.`);
}
