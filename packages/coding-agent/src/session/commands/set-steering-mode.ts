// The `set_steering_mode` command: says how many steering messages are said at a time.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing, queueModeSchema } from "../command-schemas.ts";
import { steeringMode } from "../settings.ts";

export default defineCommand({
  name: "set_steering_mode",
  input: z.object({ mode: queueModeSchema }),
  output: nothing,
  run({ settings }, { mode }) {
    settings.set(steeringMode, mode);
    return undefined;
  },
});
