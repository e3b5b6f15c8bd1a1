// Starting a process and waiting for its end, as benchmarks of start-up need it.
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");

/** The shipped binary; `npm run build` makes it. */
export const binary = join(root, "dist/omp");

/** The bare runtime, as the reference for everything that starts. */
const bareBun = findBun();

function findBun(): string {
  const scope = join(root, "node_modules/@oven");
  const name = readdirSync(scope).find((entry) => entry.startsWith("bun-"));
  if (name === undefined) throw new Error("No Bun under node_modules; run npm install first.");
  return join(scope, name, "bin/bun");
}

/** Milliseconds from start to exit; fails when the process does. */
export async function timeRun(
  command: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<number> {
  const started = performance.now();
  const child = Bun.spawn(command, {
    cwd: options.cwd ?? "/",
    env: options.env ?? { PATH: process.env["PATH"] ?? "" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const code = await child.exited;
  const elapsed = performance.now() - started;
  if (code !== 0)
    throw new Error(
      `${command.join(" ")} exited with ${code}: ${await new Response(child.stderr).text()}`,
    );
  return elapsed;
}

/** The least of a few measurements: what other work on the machine adds to a start is not the start's. */
export async function bestOf(count: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let taken = 0; taken < count; taken++) best = Math.min(best, await measure());
  return best;
}

/** Milliseconds of a bare `bun` that does nothing. */
export function timeBareBun(): Promise<number> {
  return timeRun([bareBun, "--no-env-file", "--config=/dev/null", "--no-install", "-e", "0"]);
}
