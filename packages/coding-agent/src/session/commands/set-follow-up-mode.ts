// The `set_follow_up_mode` command: says how many follow-ups are said at a time.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing, queueModeSchema } from "../command-schemas.ts";
import { followUpMode } from "../settings.ts";

export default defineCommand({
  name: "set_follow_up_mode",
  input: z.object({ mode: queueModeSchema }),
  output: nothing,
  run({ settings }, { mode }) {
    settings.set(followUpMode, mode);
    return undefined;
  },
});
