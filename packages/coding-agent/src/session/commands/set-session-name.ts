// The `set_session_name` command: gives the session a name of the user.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { nothing } from "../command-schemas.ts";
import { setTitle } from "../log/session-title.ts";

export default defineCommand({
  name: "set_session_name",
  input: z.object({ name: z.string() }),
  output: nothing,
  run({ conversation, emit }, { name }) {
    if (name.trim() === "") throw new CommandError("Session name cannot be empty");
    setTitle(conversation.log, name, "user");
    emit({ type: "session_title", title: conversation.log.header.title ?? "" });
    return undefined;
  },
});
