// Run as a process by `catalog-lookup.bench.ts`: prints how long one model takes to find, or how long a
// provider's file takes to read and parse whole, both from nothing loaded.
import { readFile } from "node:fs/promises";

const [what, folder] = process.argv.slice(2);

async function findOne(): Promise<unknown> {
  const { findModel } = await import("@oh-my-pi/pi-catalog/catalog");
  return findModel("openrouter", "anthropic/claude-sonnet-5");
}

async function readWhole(): Promise<unknown> {
  const rows = await readFile(`${folder}/data/openrouter.txt`, "utf8");
  const provider = await readFile(`${folder}/providers/openrouter.json`, "utf8");
  return [JSON.parse(provider), JSON.parse(`[${rows.trimEnd().replaceAll("\n", ",")}]`)];
}

const started = performance.now();
const found = await (what === "find" ? findOne() : readWhole());
const elapsed = performance.now() - started;
if (found === undefined) throw new Error("The model is not there.");
process.stdout.write(String(elapsed));
