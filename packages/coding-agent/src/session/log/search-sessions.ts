// Finds sessions in which all words of a query occur: in id, title, working directory, or in what was said.
// Files are read only for words that those do not hold, and only for as long as there is time.
import { entryText } from "./entry-text.ts";
import type { SessionListing } from "./list-sessions.ts";
import { openForReading, wholeLines } from "./read-session-file.ts";
import { parseObject } from "./scan-log.ts";

export interface SearchOptions {
  /** No further file is opened after this long. */
  readonly budgetMs: number;
  readonly now: () => number;
  readonly signal?: AbortSignal;
}

export interface SearchResult<Listing> {
  /** In the order in which they were given. */
  readonly matches: readonly Listing[];
  /** False when time ran out before all texts were read. */
  readonly isComplete: boolean;
}

/** Searches the listed sessions. */
export async function searchSessions<Listing extends SessionListing>(
  listings: readonly Listing[],
  query: string,
  options: SearchOptions,
): Promise<SearchResult<Listing>> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const deadline = options.now() + options.budgetMs;
  const matches: Listing[] = [];
  let isComplete = true;
  for (const listing of listings) {
    options.signal?.throwIfAborted();
    const missing = missingIn(describe(listing), words);
    if (missing.length === 0) matches.push(listing);
    else if (options.now() > deadline) isComplete = false;
    else {
      if (saysAll(listing.file, missing)) matches.push(listing);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { matches, isComplete };
}

function describe({ id, title, firstPrompt, cwd }: SessionListing): string {
  return [id, title, firstPrompt, cwd].join("\n").toLowerCase();
}

function missingIn(text: string, words: readonly string[]): string[] {
  return words.filter((word) => !text.includes(word));
}

/** True when each word occurs in some entry's text. */
function saysAll(path: string, words: readonly string[]): boolean {
  let missing: readonly string[] = words;
  try {
    using file = openForReading(path);
    for (const piece of wholeLines(file)) {
      missing = missingAfter(piece.toString("utf8"), missing);
      if (missing.length === 0) return true;
    }
  } catch {
    // Removed since it was listed: nothing is said there any more.
  }
  return false;
}

/** Entries are parsed only where a word stands in their raw line, which may hold it as a key. */
function missingAfter(lines: string, words: readonly string[]): readonly string[] {
  const sought = words.map((word) => ({ word, raw: JSON.stringify(word).slice(1, -1) }));
  const lowered = lines.toLowerCase();
  if (!sought.some(({ raw }) => lowered.includes(raw))) return words;
  let missing = sought;
  for (const line of lines.split("\n")) {
    const lower = line.toLowerCase();
    if (!missing.some(({ raw }) => lower.includes(raw))) continue;
    const text = entryText(parseObject(Buffer.from(line))).toLowerCase();
    missing = missing.filter(({ word }) => !text.includes(word));
  }
  return missing.map(({ word }) => word);
}
