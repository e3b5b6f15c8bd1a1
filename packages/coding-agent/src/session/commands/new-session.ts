// The `new_session` command: begins a fresh session in the place of this one.
import { z } from "zod";
import { defineCommand, openAnother } from "../command.ts";

export default defineCommand({
  name: "new_session",
  input: z.object({ parentSession: z.string().optional() }),
  output: z.object({ cancelled: z.boolean() }),
  async run(_session, { parentSession }, face) {
    await openAnother(face, { kind: "new", parentSession });
    return { cancelled: false };
  },
});
