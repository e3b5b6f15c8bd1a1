// The `abort` command: stops what goes on.
import { defineCommand } from "../command.ts";
import { noInput, nothing } from "../command-schemas.ts";

export default defineCommand({
  name: "abort",
  isUrgent: true,
  input: noInput,
  output: nothing,
  async run({ runner }) {
    await runner.abort();
  },
});
