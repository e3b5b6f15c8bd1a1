// The `abort_bash` command: stops the command that the person runs.
import { defineCommand } from "../command.ts";
import { noInput, nothing } from "../command-schemas.ts";

export default defineCommand({
  name: "abort_bash",
  isUrgent: true,
  input: noInput,
  output: nothing,
  run({ around }) {
    around.userBash?.abort();
    return undefined;
  },
});
