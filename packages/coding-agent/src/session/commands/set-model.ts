// The `set_model` command: changes the model.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { modelSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "set_model",
  input: z.object({ provider: z.string(), modelId: z.string() }),
  output: modelSchema,
  run({ choices, models }, { provider, modelId }) {
    const model = models.find(provider, modelId);
    if (model === undefined) throw new CommandError(`Model not found: ${provider}/${modelId}`);
    choices.setModel(model);
    return model;
  },
});
