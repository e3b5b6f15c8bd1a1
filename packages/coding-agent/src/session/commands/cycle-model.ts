// The `cycle_model` command: goes to the next model in scope, or to the next that can be asked.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { modelSchema, thinkingLevelSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "cycle_model",
  input: z.object({ direction: z.enum(["forward", "backward"]).optional() }),
  output: z
    .object({ model: modelSchema, thinkingLevel: thinkingLevelSchema, isScoped: z.boolean() })
    .nullable(),
  async run({ choices, models }, { direction }) {
    await models.load?.();
    const model = choices.cycleModel(direction);
    if (model === undefined) return null;
    return {
      model,
      thinkingLevel: choices.thinkingLevel,
      isScoped: (models.scoped?.() ?? []).length > 0,
    };
  },
});
