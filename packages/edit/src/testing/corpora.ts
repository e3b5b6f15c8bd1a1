// Owns where the public test data lies. A clone without it skips such tests and says so; CI must have it.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The parsed file of the corpora, or undefined (with a printed reason) when the corpora are absent. */
export function readCorpus(name: string): unknown {
  const root = process.env.CORPORA ?? resolve(import.meta.dir, "../../../../../shared/corpora");
  const path = join(root, name);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  if (process.env.CI === "true") throw new Error(`CI needs the corpora; ${name} is missing`);
  process.stderr.write(`skipped: no corpora at ${root}; set CORPORA to run the tests on ${name}\n`);
  return undefined;
}
