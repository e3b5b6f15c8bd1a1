// The `get_messages` command: gives the messages that stand before the model.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { noInput } from "../command-schemas.ts";
import type { ContextMessage } from "../state/context-messages.ts";

export default defineCommand({
  name: "get_messages",
  input: noInput,
  output: z.object({ messages: z.array(z.custom<ContextMessage>()) }),
  run: ({ conversation }) => ({ messages: [...conversation.messages] }),
});
