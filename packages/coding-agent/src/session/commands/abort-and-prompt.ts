// The `abort_and_prompt` command: stops what goes on and says something else.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { contentOf, nothing, spokenFields } from "../command-schemas.ts";
import { startPrompt } from "../speak.ts";

export default defineCommand({
  name: "abort_and_prompt",
  input: z.object(spokenFields),
  output: nothing,
  async run(session, said) {
    const content = contentOf(said);
    if (content.length === 0) throw new CommandError("The message is empty.");
    await session.runner.abort();
    const { accepted, ended } = startPrompt(session, content);
    ended.catch(() => undefined);
    await accepted;
  },
});
