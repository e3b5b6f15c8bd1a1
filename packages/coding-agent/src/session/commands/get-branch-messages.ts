// The `get_branch_messages` command: lists the user messages from which one can branch.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { branchPoints } from "../branch.ts";
import { noInput } from "../command-schemas.ts";

export default defineCommand({
  name: "get_branch_messages",
  input: noInput,
  output: z.object({ messages: z.array(z.object({ entryId: z.string(), text: z.string() })) }),
  run: ({ conversation }) => ({ messages: branchPoints(conversation.log) }),
});
