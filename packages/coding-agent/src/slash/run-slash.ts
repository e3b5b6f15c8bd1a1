// What becomes of a text that begins with a slash, the same for every face: a command runs, and what it gives is said
// to the model; a text that names no command is said as it stands.
import { findCall, readCall } from "./find-slash.ts";
import type { SlashPort } from "./slash-command.ts";

/** What is to be said to the model; undefined when the command did all there was to do. */
export async function runSlash(text: string, port: SlashPort): Promise<string | undefined> {
  if (readCall(text) === undefined) return text;
  const call = findCall(text, await port.commands());
  if (call === undefined) return text;
  return (await call.command.run(call.argument, port)) ?? undefined;
}
