// Names of entries and sessions: eight hex digits that are unique within a file, and a time-ordered UUID.

/** A fresh entry id that `isTaken` does not know. */
export function newEntryId(isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = crypto.getRandomValues(Buffer.alloc(4)).toString("hex");
    if (!isTaken(id)) return id;
  }
}

/** A fresh session id (UUIDv7). */
export function newSessionId(): string {
  return Bun.randomUUIDv7();
}

/** File name of a session that begins now: time first, so that names sort by age. */
export function sessionFileName(id: string, timestamp: string): string {
  return `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`;
}
