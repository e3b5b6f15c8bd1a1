// One model among thousands from a cold start, in the form that ships: compiled, with everything still to be loaded.
// Against the bar itself; best of a few, since what else the machine does is not the catalogue's cost.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";

const BAR = 3;
const TRIES = 5;
const OPTIONS = ["--compile", "--minify", "--bytecode", "--format=esm", "--splitting"];

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`);
  return output;
}

const catalogLookup: Benchmark = {
  name: "catalog-lookup",
  about: `finding one model from nothing loaded, compiled, against ${BAR} ms`,
  unit: "ms",
  rounds: 7,
  bar: 1,
  setUp: async () => {
    const folder = mkdtempSync(join(tmpdir(), "omp-lookup-"));
    const program = join(folder, "lookup");
    const source = join(import.meta.dir, "catalog-lookup.ts");
    await run([process.execPath, "build", ...OPTIONS, source, "--outfile", program]);
    return {
      subject: async () => {
        const samples: number[] = [];
        for (let at = 0; at < TRIES; at++) samples.push(Number(await run([program])));
        return Math.min(...samples);
      },
      reference: async () => BAR,
      [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
    };
  },
};
export default catalogLookup;
