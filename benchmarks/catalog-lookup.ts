// Run as a process by `catalog-lookup.bench.ts`: prints how long one model takes to find, or how long a
// provider's file takes to read and parse whole, both from nothing loaded.
const [what, folder] = process.argv.slice(2);

async function findOne(): Promise<unknown> {
  const { findModel } = await import("@oh-my-pi/pi-catalog/catalog");
  return findModel("openrouter", "anthropic/claude-sonnet-5");
}

async function readWhole(): Promise<unknown> {
  const rows = await Bun.file(`${folder}/data/openrouter.txt`).text();
  const provider: unknown = await Bun.file(`${folder}/providers/openrouter.json`).json();
  return [provider, JSON.parse(`[${rows.trimEnd().replaceAll("\n", ",")}]`)];
}

const started = performance.now();
const found = await (what === "find" ? findOne() : readWhole());
const elapsed = performance.now() - started;
if (found === undefined) throw new Error("The model is not there.");
process.stdout.write(String(elapsed));
export {};
