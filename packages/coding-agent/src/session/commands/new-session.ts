// The `new_session` command: begins a fresh session in the place of this one.
import { z } from "zod";
import { defineCommand, isCancelled, openAnother } from "../command.ts";

export default defineCommand({
  name: "new_session",
  input: z.object({ parentSession: z.string().optional() }),
  output: z.object({ cancelled: z.boolean() }),
  async run(_session, { parentSession }, face) {
    return { cancelled: await isCancelled(openAnother(face, { kind: "new", parentSession })) };
  },
});
