// What a step of `npm run check` is, and running several of them side by side. Knows no step by name.

export interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

export interface StepResult {
  readonly step: Step;
  readonly isOk: boolean;
  readonly elapsedMs: number;
  /** Everything the step printed. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** How many steps run at the same time. */
  readonly workers: number;
  /** Called as each step ends. */
  readonly onEnd: (result: StepResult) => void;
}

async function execute(command: readonly string[], cwd: string) {
  try {
    const child = Bun.spawn([...command], { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { isOk: exitCode === 0, output: stdout + stderr };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isOk: false, output: `could not start ${command[0]}: ${reason}\n` };
  }
}

/** Runs every step, starting them in order; a failing step stops no other. Results are in the order of steps. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<StepResult[]> {
  const results = new Map<Step, StepResult>();
  const queue = steps.values();
  const work = async (): Promise<void> => {
    for (const step of queue) {
      const start = performance.now();
      const { isOk, output } = await execute(step.command, options.cwd);
      const result = { step, isOk, output, elapsedMs: performance.now() - start };
      results.set(step, result);
      options.onEnd(result);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return steps.flatMap((step) => results.get(step) ?? []);
}
