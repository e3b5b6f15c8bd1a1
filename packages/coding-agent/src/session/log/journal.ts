// What a session log writes to and reads back from: bytes that only grow, in a file or wherever a storage keeps them.
import type { AppendFile } from "../../platform/append-file.ts";

/** One session's bytes, with one writer. `append` writes all of a text or throws with nothing changed. */
export interface Journal extends Pick<
  AppendFile,
  "path" | "size" | "append" | "sync" | "cutTo" | "replace" | "read" | "close"
> {
  /** Takes back everything that was written; absent where whoever made the file removes it. */
  readonly discard?: () => Promise<void>;
}
