// What the undo journal adds to a shell command in a tree of 50,000 files: the same commands in the same warm shell, with
// and without it.
import { ShellRunner } from "../packages/coding-agent/src/services/shell-runner.ts";
import { type Benchmark, spread } from "./benchmark.ts";
import { makeJournaledTree } from "./undo-tree.ts";

const CALLS = 100;
const FILES = 50_000;

const undoCommand: Benchmark = {
  name: "undo-command",
  about: `${CALLS} commands in a tree of ${FILES} files, journaled, against the same without a journal`,
  unit: "ms",
  rounds: 15,
  bar: 1.1,
  setUp: async () => {
    const tree = makeJournaledTree(FILES);
    const env = { PATH: process.env["PATH"] ?? "" };
    const runner = new ShellRunner({ cwd: tree.path, env });
    const run = (): Promise<unknown> =>
      runner.run({ command: "true", env: {}, timeoutMs: 60_000 }, new AbortController().signal);
    const journaled = async (): Promise<void> => {
      const step = await tree.journal.begin({ label: "bash: true", tool: "bash" });
      await run();
      await step.end();
    };
    await journaled();
    let plain = 0;
    return {
      // In turns, so that both see the same machine.
      subject: async () => {
        const [own, others] = [[], []] as [number[], number[]];
        for (let count = 0; count < CALLS; count++) {
          others.push(await timed(run));
          own.push(await timed(journaled));
        }
        plain = spread(others).median * CALLS;
        return spread(own).median * CALLS;
      },
      reference: async () => plain,
      async [Symbol.asyncDispose]() {
        await runner[Symbol.asyncDispose]();
        await tree[Symbol.asyncDispose]();
      },
    };
  },
};
export default undoCommand;

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
