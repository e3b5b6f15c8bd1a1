// The `set_model` command: changes the model.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import type { ModelDirectory } from "../choices.ts";
import { modelSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "set_model",
  input: z.object({ provider: z.string(), modelId: z.string() }),
  output: modelSchema,
  async run({ choices, models }, { provider, modelId }) {
    const model = await findModel(models, provider, modelId);
    if (model === undefined) throw new CommandError(`Model not found: ${provider}/${modelId}`);
    choices.setModel(model);
    return model;
  },
});

/** Looks further the less is known: the models at hand, all that can be used, what local servers offer. */
async function findModel(models: ModelDirectory, provider: string, id: string) {
  const looks = [async () => {}, () => models.load?.(), () => models.refresh?.()];
  for (const look of looks) {
    await look();
    const found = models.find(provider, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
