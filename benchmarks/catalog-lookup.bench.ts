// One model among thousands from a cold start, out of source, against reading and parsing the files of its
// provider whole in a process that has loaded as little. The bar of 3 ms is about a machine with nothing else
// to do; best of a few, since what else the machine does is not the catalogue's cost.
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";

const folder = join(import.meta.dir, "../packages/catalog");
const script = join(import.meta.dir, "catalog-lookup.ts");
const FLAGS = ["--no-env-file", "--config=/dev/null", "--no-install"];
const TRIES = 5;

async function once(what: "find" | "read"): Promise<number> {
  const child = Bun.spawn([process.execPath, ...FLAGS, script, what, folder], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const elapsed = Number(await new Response(child.stdout).text());
  if ((await child.exited) !== 0) throw new Error(`${script} ${what} failed`);
  return elapsed;
}

async function best(what: "find" | "read"): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < TRIES; round++) least = Math.min(least, await once(what));
  return least;
}

const catalogLookup: Benchmark = {
  name: "catalog-lookup",
  about: "finding one model from nothing loaded, against reading its provider's files whole",
  unit: "ms",
  rounds: 7,
  bar: 3,
  setUp: async () => ({
    subject: () => best("find"),
    reference: () => best("read"),
    [Symbol.asyncDispose]: async () => {},
  }),
};
export default catalogLookup;
