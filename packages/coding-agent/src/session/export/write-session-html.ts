// Puts an exported session into a file.
import { writeFileSync } from "node:fs";
import { UserError } from "../../platform/exit-codes.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import { type ExportedSession, sessionHtml } from "./session-html.ts";

/** Writes the page. Throws UserError when the file cannot be written. */
export async function writeSessionHtml(path: string, session: ExportedSession): Promise<void> {
  const page = await sessionHtml(session);
  try {
    writeFileSync(path, page, { mode: 0o600 });
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${describeSystemError(error)}.`, "error");
  }
}
