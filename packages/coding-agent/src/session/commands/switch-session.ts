// The `switch_session` command: goes on with the session of another file.
import { z } from "zod";
import { defineCommand, isCancelled, openAnother } from "../command.ts";

export default defineCommand({
  name: "switch_session",
  input: z.object({ sessionPath: z.string() }),
  output: z.object({ cancelled: z.boolean() }),
  async run(_session, { sessionPath }, face) {
    return { cancelled: await isCancelled(openAnother(face, { kind: "file", file: sessionPath })) };
  },
});
