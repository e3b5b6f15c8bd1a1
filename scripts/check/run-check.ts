// Runs steps and says how they went: a line for each as it ends, then the output of those that failed and a verdict.
// Knows no step by name.
import { runSteps, type Step, type StepResult } from "./step.ts";

interface CheckOptions {
  readonly cwd: string;
  readonly workers: number;
  readonly print: (text: string) => void;
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1000).toFixed(1)} s`;
}

function progressLine({ step, isOk, elapsedMs }: StepResult): string {
  return `${isOk ? "ok  " : "FAIL"}  ${step.name.padEnd(8)} ${seconds(elapsedMs).padStart(7)}`;
}

function failureText({ step, output }: StepResult): string {
  return `\n── ${step.name}: ${step.command.join(" ")}\n${output.trimEnd() || "(it printed nothing)"}`;
}

/** Gives the exit code: 0 when every step succeeded, otherwise 1. */
export async function runCheck(steps: readonly Step[], options: CheckOptions): Promise<number> {
  const { print } = options;
  const start = performance.now();
  const onEnd = (result: StepResult): void => print(progressLine(result));
  const results = await runSteps(steps, { ...options, onEnd });
  const failed = results.filter(({ isOk }) => !isOk);
  for (const result of failed) print(failureText(result));
  const names = failed.map(({ step }) => step.name).join(", ");
  const verdict = failed.length === 0 ? "all ok" : `failed: ${names}`;
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  print(`\ncheck: ${count} in ${seconds(performance.now() - start)}, ${verdict}`);
  return failed.length === 0 ? 0 : 1;
}
