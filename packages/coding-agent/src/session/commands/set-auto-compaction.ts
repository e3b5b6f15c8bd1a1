// The `set_auto_compaction` command: turns compaction without being asked on or off.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing } from "../command-schemas.ts";
import { compactionEnabled } from "../settings.ts";

export default defineCommand({
  name: "set_auto_compaction",
  input: z.object({ enabled: z.boolean() }),
  output: nothing,
  run({ settings }, { enabled }) {
    settings.set(compactionEnabled, enabled);
    return undefined;
  },
});
