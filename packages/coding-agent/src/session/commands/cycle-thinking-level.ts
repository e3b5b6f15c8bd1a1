// The `cycle_thinking_level` command: goes to the next thinking level.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { noInput, thinkingLevelSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "cycle_thinking_level",
  input: noInput,
  output: z.object({ level: thinkingLevelSchema }).nullable(),
  run({ choices }) {
    const level = choices.cycleThinkingLevel();
    return level === undefined ? null : { level };
  },
});
