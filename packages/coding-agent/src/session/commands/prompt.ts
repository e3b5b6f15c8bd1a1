// The `prompt` command: says something and starts a run, or hands it to the run that goes on.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { contentOf, nothing, spokenFields } from "../command-schemas.ts";
import { leaveMessage, startPrompt } from "../speak.ts";

export default defineCommand({
  name: "prompt",
  isAcknowledged: true,
  input: z.object({
    ...spokenFields,
    streamingBehavior: z.enum(["steer", "followUp"]).optional(),
  }),
  output: nothing,
  /** Answers as soon as the prompt is on disk; the run tells of its end by its events. */
  async run(session, { streamingBehavior, ...said }, face) {
    const content = contentOf(said);
    if (content.length === 0) throw new CommandError("The message is empty.");
    if (session.runner.isRunning && streamingBehavior !== undefined)
      return leaveMessage(session, streamingBehavior, content);
    if (session.runner.isRunning) throw new CommandError(BUSY);
    const { accepted, ended } = startPrompt(session, content);
    const failure = ended.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await accepted;
    void failure.then((late) => late !== undefined && face.failLater?.(late.error));
  },
});

const BUSY =
  'The agent is already answering. Set streamingBehavior to "steer" or "followUp", or abort it first.';
