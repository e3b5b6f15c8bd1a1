// The `set_interrupt_mode` command: says whether steering skips tool calls that have not started.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing } from "../command-schemas.ts";
import { interruptMode } from "../settings.ts";

export default defineCommand({
  name: "set_interrupt_mode",
  input: z.object({ mode: z.enum(["immediate", "wait"]) }),
  output: nothing,
  run({ settings }, { mode }) {
    settings.set(interruptMode, mode);
    return undefined;
  },
});
