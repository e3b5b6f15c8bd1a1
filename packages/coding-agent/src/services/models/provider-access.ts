// What the user's models.yml says about reaching one provider, without loading any model.
import { buildRegistry, type ProviderAccess } from "@oh-my-pi/pi-catalog/registry";
import { readModelsFile } from "./models-file.ts";

/** How models.yml reaches a provider; undefined when it says nothing of it, or is wrong. */
export async function providerAccess(
  modelsFile: string,
  provider: string,
): Promise<ProviderAccess | undefined> {
  const file = await readModelsFile(modelsFile);
  const none = { builtIn: [], official: new Map() };
  return buildRegistry(file === undefined ? none : { ...none, config: file.parsed }).access(
    provider,
  );
}
