// The `bash` command: runs a command for the person. The model reads of it with the next prompt, unless it is kept
// from it.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";

export default defineCommand({
  name: "bash",
  isLong: true,
  input: z.object({ command: z.string(), excludeFromContext: z.boolean().optional() }),
  output: z.object({
    output: z.string(),
    exitCode: z.number().optional(),
    cancelled: z.boolean(),
    truncated: z.boolean(),
    totalLines: z.number(),
    totalBytes: z.number(),
    outputLines: z.number(),
    outputBytes: z.number(),
    artifactId: z.string().optional(),
  }),
  async run(
    { around, conversation, runner, clock },
    { command, excludeFromContext },
    { onOutput },
  ) {
    const { userBash } = around;
    if (userBash === undefined) throw new CommandError("Commands cannot be run from here.");
    if (command.trim() === "") throw new CommandError("The command is empty.");
    if (userBash.isRunning)
      throw new CommandError("A command is already running. Abort it first (abort_bash).");
    const result = await userBash.run(command, onOutput);
    const { output, exitCode, cancelled, truncated } = result;
    const timestamp = clock.now();
    const message = {
      role: "bashExecution" as const,
      command,
      output,
      exitCode,
      cancelled,
      truncated,
      timestamp,
      ...(excludeFromContext === true && { excludeFromContext }),
    };
    // Between a call and its result nothing may stand.
    const write = (): unknown => conversation.append({ type: "message", message });
    if (runner.isRunning) void runner.settled().then(write);
    else write();
    return result;
  },
});
