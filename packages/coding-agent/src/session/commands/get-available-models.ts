// The `get_available_models` command: lists the models that can be asked; local servers are heard first.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { modelSchema, noInput } from "../command-schemas.ts";

export default defineCommand({
  name: "get_available_models",
  input: noInput,
  output: z.object({ models: z.array(modelSchema) }),
  async run({ models }) {
    await models.refresh?.();
    return { models: [...models.available()] };
  },
});
