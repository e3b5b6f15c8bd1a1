// Gives a session that is not open another name.
import type { Host } from "../../platform/host.ts";
import { openSessionLog } from "../../session/log/open-log.ts";
import { setTitle } from "../../session/log/session-title.ts";

/** Throws when the session is open elsewhere or cannot be written. */
export function renameSession(file: string, name: string, { platform, now, cwd }: Host): void {
  using log = openSessionLog({ file, cwd, platform, now });
  setTitle(log, name, "user");
}
