// The `get_available_models` command: lists the models that can be asked.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { modelSchema, noInput } from "../command-schemas.ts";

export default defineCommand({
  name: "get_available_models",
  input: noInput,
  output: z.object({ models: z.array(modelSchema) }),
  run: ({ models }) => ({ models: [...models.available()] }),
});
