// Gives a text to whoever asked for it: on the clipboard where the face has one, else as the reply.
import type { SlashPort } from "./slash-command.ts";

export async function handOut(
  text: string,
  { copy, reply }: Pick<SlashPort, "copy" | "reply">,
): Promise<void> {
  if (text.trim() === "") return reply("There is nothing to copy yet.");
  if (copy === undefined) return reply(text);
  reply((await copy(text)) ? "Copied." : "The text is too long for this terminal's clipboard.");
}
