// All that a picker tells about a session: how much was said, and a title or what its last compaction called
// it. Reads whole files, so it can be stopped between any two of them.
import type { SessionListing } from "./list-sessions.ts";
import type { PlainLine } from "./plain-line.ts";
import { TYPES } from "./plain-line.ts";
import { openForReading, type SessionFile } from "./read-session-file.ts";
import { parseObject, scanLog } from "./scan-log.ts";

/** A session in a full list. */
export interface SessionDescription extends SessionListing {
  readonly messageCount: number;
}

const MESSAGE = TYPES.indexOf("message");
const COMPACTION = TYPES.indexOf("compaction");

/** The full list: sessions without messages are dropped. Goes on with other work between files. */
export async function describeSessions(
  listings: readonly SessionListing[],
  signal?: AbortSignal,
): Promise<SessionDescription[]> {
  const described: SessionDescription[] = [];
  for (const listing of listings) {
    signal?.throwIfAborted();
    const description = describeSession(listing);
    if (description !== undefined && description.messageCount > 0) described.push(description);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return described;
}

function describeSession(listing: SessionListing): SessionDescription | undefined {
  try {
    using file = openForReading(listing.file);
    const { messageCount, shortSummary } = scan(file);
    const title = listing.title ?? shortSummary;
    return { ...listing, title, messageCount };
  } catch {
    // Removed since it was listed.
    return undefined;
  }
}

function scan(file: SessionFile): { messageCount: number; shortSummary: string | undefined } {
  let messageCount = 0;
  let compaction: Pick<PlainLine, "offset" | "length"> | undefined;
  const take = (type: number, offset: number, length: number): void => {
    if (type === MESSAGE) messageCount++;
    else if (type === COMPACTION) compaction = { offset, length };
  };
  scanLog(file.read, file.size, 0, {
    header: () => {},
    line: ({ type, offset, length }) => take(type, offset, length),
    entry: ({ type, offset, length }) =>
      take(TYPES.indexOf(type as (typeof TYPES)[number]), offset, length),
    unreadable: () => {},
  });
  const value = compaction && parseObject(file.read(compaction.offset, compaction.length));
  const short = value?.["shortSummary"];
  return { messageCount, shortSummary: typeof short === "string" && short ? short : undefined };
}
