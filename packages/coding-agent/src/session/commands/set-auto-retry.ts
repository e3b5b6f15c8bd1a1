// The `set_auto_retry` command: turns retries on or off.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing } from "../command-schemas.ts";
import { retryEnabled } from "../settings.ts";

export default defineCommand({
  name: "set_auto_retry",
  input: z.object({ enabled: z.boolean() }),
  output: nothing,
  run({ settings }, { enabled }) {
    settings.set(retryEnabled, enabled);
    return undefined;
  },
});
