// The `cycle_model` command: goes to the next model in scope, else of the roles where that is wanted, else to the
// next that can be asked.
import { z } from "zod";
import { cycleOrder, modelRoles } from "../../services/settings.ts";
import { defineCommand } from "../command.ts";
import { modelSchema, thinkingLevelSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "cycle_model",
  input: z.object({
    direction: z.enum(["forward", "backward"]).optional(),
    among: z.enum(["all", "roles"]).optional(),
  }),
  output: z
    .object({ model: modelSchema, thinkingLevel: thinkingLevelSchema, isScoped: z.boolean() })
    .nullable(),
  async run({ choices, models, settings }, { direction, among }) {
    await models.load?.();
    const played = { order: settings.get(cycleOrder), roles: settings.get(modelRoles) };
    const model = choices.cycleModel(direction, among === "roles" ? played : undefined);
    if (model === undefined) return null;
    return {
      model,
      thinkingLevel: choices.thinkingLevel,
      isScoped: (models.scoped?.() ?? []).length > 0,
    };
  },
});
