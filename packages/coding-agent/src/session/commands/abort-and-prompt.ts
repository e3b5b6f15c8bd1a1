// The `abort_and_prompt` command: stops what goes on and says something else.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { contentOf, nothing, spokenFields } from "../command-schemas.ts";
import { startPrompt } from "../speak.ts";

export default defineCommand({
  name: "abort_and_prompt",
  isAcknowledged: true,
  input: z.object(spokenFields),
  output: nothing,
  async run(session, said, face) {
    const content = contentOf(said);
    if (content.length === 0) throw new CommandError("The message is empty.");
    await session.runner.abort();
    const { accepted, ended } = startPrompt(session, content);
    const failure = ended.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await accepted;
    void failure.then((late) => late !== undefined && face.failLater?.(late.error));
  },
});
