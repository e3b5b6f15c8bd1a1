// Prompts of a host that may be slash commands.
import { runSlash } from "../../slash/run-slash.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import type { Frame } from "./frame.ts";

type Fields = Extract<Frame, { ok: true }>["fields"];

/** A prompt that may be a slash command; it takes as long as that takes. */
export function isSlashPrompt({ type, message }: Fields): boolean {
  return type === "prompt" && typeof message === "string" && message.startsWith("/");
}

/** What is left to be done: other commands as they are, a prompt with what its command gives; undefined for nothing. */
export async function afterSlash(
  fields: Fields,
  port: () => SlashPort,
): Promise<Fields | undefined> {
  if (!isSlashPrompt(fields)) return fields;
  const message = await runSlash(String(fields["message"]), port());
  return message === undefined ? undefined : { ...fields, message };
}
