// The `npm run gen` command: writes every `index.gen.ts`, or with `--check` names the stale ones and
// fails. All the work is in `gen-index/`.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { GenIndexError, readFolderSpecs } from "./gen-index/folder-spec.ts";
import { updateIndexes } from "./gen-index/update-indexes.ts";
import { runCommand } from "./command.ts";

const USAGE = "usage: gen-index [--check] [--root <folder>]";

async function readConfig(root: string): Promise<unknown> {
  const path = join(root, "scripts/gen-index.json");
  try {
    return await Bun.file(path).json();
  } catch (cause) {
    throw new GenIndexError(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

await runCommand(
  "gen-index",
  USAGE,
  async (args) => {
    const { values } = parseArgs({
      args,
      options: { check: { type: "boolean", default: false }, root: { type: "string" } },
    });
    const root = resolve(values.root ?? join(import.meta.dir, ".."));
    const specs = readFolderSpecs(await readConfig(root));
    const states = updateIndexes(root, specs, { write: !values.check });
    const stale = states.filter(({ isStale }) => isStale).map(({ path }) => path);
    if (values.check && stale.length > 0) {
      console.log(`stale: ${stale.join(", ")}\nrun \`npm run gen\` and commit the result`);
      return 1;
    }
    for (const path of stale) console.log(`wrote ${path}`);
    console.log(
      `gen-index: ${states.length} indexes, ${states.reduce((sum, { thingCount }) => sum + thingCount, 0)} things`,
    );
    return 0;
  },
  [GenIndexError],
);
