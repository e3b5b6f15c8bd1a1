// Puts a text on the clipboard and says so.
import type { Face } from "./face.ts";

export async function copy(face: Face, text: string): Promise<void> {
  if (text === "") return face.notice("info", "There is nothing to copy.");
  const isDone = await face.machine.copy(text);
  face.notice(
    isDone ? "info" : "warning",
    isDone ? "Copied." : "The text is too long for this terminal's clipboard.",
  );
}
