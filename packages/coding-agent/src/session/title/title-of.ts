// Binds the making of titles to the log of a session.
import type { ModelDirectory } from "../choices.ts";
import type { SessionLog } from "../log/session-log.ts";
import { setTitle } from "../log/session-title.ts";
import { Title } from "./title.ts";

/** The feature that titles a session. */
export function titleOf(log: SessionLog, models: ModelDirectory): Title {
  return new Title({
    models,
    current: () => log.header.title,
    set: (words) => setTitle(log, words, "auto"),
  });
}
