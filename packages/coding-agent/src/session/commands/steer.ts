// The `steer` command: says something before the next request of a run.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { contentOf, nothing, spokenFields } from "../command-schemas.ts";
import { leaveMessage } from "../speak.ts";

export default defineCommand({
  name: "steer",
  input: z.object(spokenFields),
  output: nothing,
  async run(session, said) {
    const content = contentOf(said);
    if (content.length === 0) throw new CommandError("The message is empty.");
    await leaveMessage(session, "steer", content);
  },
});
