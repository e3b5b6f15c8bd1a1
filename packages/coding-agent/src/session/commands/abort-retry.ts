// The `abort_retry` command: ends the wait for a retry; the failed answer stands.
import { defineCommand } from "../command.ts";
import { noInput, nothing } from "../command-schemas.ts";

export default defineCommand({
  name: "abort_retry",
  isUrgent: true,
  input: noInput,
  output: nothing,
  run({ retry }) {
    retry.abort();
    return undefined;
  },
});
