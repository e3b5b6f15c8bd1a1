// Writes providers/index.gen.ts and providers/providers.gen.ts: scripts/bun packages/catalog/scripts/gen-providers.ts
import { join } from "node:path";
import { buildProviderIndex, readProviders } from "./provider-index.ts";

const folder = process.argv[2] ?? join(import.meta.dir, "../providers");
for (const [name, text] of buildProviderIndex(await readProviders(folder))) {
  await Bun.write(join(folder, name), text);
}
