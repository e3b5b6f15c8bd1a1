// The `set_thinking_level` command: says how hard the model is to think.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing, thinkingLevelSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "set_thinking_level",
  input: z.object({ level: thinkingLevelSchema }),
  output: nothing,
  run({ choices }, { level }) {
    choices.setThinkingLevel(level);
    return undefined;
  },
});
