// The `get_available_models` command: lists the models that can be asked; local servers are heard first.
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { modelSchema } from "../command-schemas.ts";

/** An official model: the copy that its id stands for, and who else has it. */
const canonicalSchema = z.object({
  id: z.string(),
  selector: z.string(),
  providers: z.array(z.string()),
});

export default defineCommand({
  name: "get_available_models",
  input: z.object({ canonical: z.boolean().optional() }),
  output: z.object({
    models: z.array(modelSchema),
    canonical: z.array(canonicalSchema).optional(),
  }),
  async run({ models }, { canonical }) {
    await models.refresh?.();
    const official = canonical === true ? models.canonical?.() : undefined;
    return {
      models: [...models.available()],
      ...(official !== undefined && {
        canonical: official.map(({ id, model, providers }) => ({
          id,
          selector: selectorOf(model),
          providers: [...providers],
        })),
      }),
    };
  },
});
