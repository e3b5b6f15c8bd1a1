// The `get_last_assistant_text` command: gives the text of the last answer.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { noInput } from "../command-schemas.ts";

export default defineCommand({
  name: "get_last_assistant_text",
  input: noInput,
  output: z.object({ text: z.string().nullable() }),
  run({ conversation }) {
    const answer = conversation.messages.findLast((message) => message.role === "assistant");
    const texts = answer?.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    return { text: texts?.join("\n") ?? null };
  },
});
