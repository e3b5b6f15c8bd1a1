// The `follow_up` command: says something when a run would end.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { contentOf, nothing, spokenFields } from "../command-schemas.ts";
import { leaveMessage } from "../speak.ts";

export default defineCommand({
  name: "follow_up",
  input: z.object(spokenFields),
  output: nothing,
  async run(session, said) {
    const content = contentOf(said);
    if (content.length === 0) throw new CommandError("The message is empty.");
    await leaveMessage(session, "followUp", content);
  },
});
