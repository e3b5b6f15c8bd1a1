// Writes packages/catalog/data from a file of raw facts: scripts/bun packages/catalog/scripts/generate.ts <models.json> [folder]
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { buildDataFiles, type RawProvider } from "./catalogue.ts";
import { readProviders } from "./provider-index.ts";

const root = join(import.meta.dir, "..");

async function main(source: string | undefined, target = join(root, "data")): Promise<number> {
  if (source === undefined) {
    process.stderr.write(
      "usage: scripts/bun packages/catalog/scripts/generate.ts <models.json> [folder]\n",
    );
    return 2;
  }
  const file = Bun.file(source);
  if (!(await file.exists())) {
    process.stderr.write(`generate: ${source} does not exist\n`);
    return 2;
  }
  const raw = (await file.json()) as Record<string, RawProvider>;
  const files = buildDataFiles(raw, await readProviders(join(root, "providers")));
  for (const name of await readdir(target)) {
    if (!files.has(name)) await unlink(join(target, name));
  }
  for (const [name, text] of files) await Bun.write(join(target, name), text);
  process.stderr.write(`${files.size} files written to ${target}\n`);
  return 0;
}

process.exitCode = await main(process.argv[2], process.argv[3]);
