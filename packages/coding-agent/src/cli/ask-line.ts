// A question on a plain terminal, before any screen is up.
import { readSync } from "node:fs";
import type { FlushingSink } from "./stdio.ts";

/** Asks and gives the line that was answered, trimmed and in lower case. */
export async function askLine(question: string, out: FlushingSink): Promise<string> {
  out.write(question);
  await out.flush();
  return readLine().trim().toLowerCase();
}

/** One line as the terminal gives it; nothing else reads stdin yet, and nothing shall be read ahead. */
function readLine(): string {
  const buffer = Buffer.alloc(1024);
  try {
    return buffer.toString("utf8", 0, readSync(0, buffer));
  } catch {
    // The terminal went away: nobody said yes.
    return "";
  }
}
