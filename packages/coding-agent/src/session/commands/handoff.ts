// The `handoff` command: has a document written for a successor and begins a new session with it.
import { z } from "zod";
import { CommandError, defineCommand, isCancelled, openAnother } from "../command.ts";
import { beginFromDocument } from "../handoff.ts";
import type { SessionWish } from "../session-wish.ts";

const MIN_MESSAGES = 2;

export default defineCommand({
  name: "handoff",
  isLong: true,
  input: z.object({ customInstructions: z.string().optional() }),
  output: z.object({ document: z.string(), cancelled: z.boolean() }),
  async run({ runner, compaction, conversation }, { customInstructions }, face) {
    if (face.open === undefined)
      throw new CommandError("Another session cannot be opened from here; start omp anew.");
    if (conversation.messages.length < MIN_MESSAGES)
      throw new CommandError("There is nothing to hand off yet.");
    await runner.abort();
    const answer = await runner.exclusively((port) => compaction.handOff(port, customInstructions));
    if (answer === undefined) throw new CommandError("The model wrote no handoff document.");
    if (!answer.ok && answer.isAborted) return { document: "", cancelled: true };
    if (!answer.ok) throw new CommandError(answer.message);
    const { document } = answer;
    const open = (wish: SessionWish) => openAnother(face, wish);
    const cancelled = await isCancelled(beginFromDocument(conversation, document, open));
    return { document: cancelled ? "" : document.text, cancelled };
  },
});
