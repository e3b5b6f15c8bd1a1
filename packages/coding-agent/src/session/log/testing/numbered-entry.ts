// Entries that carry a number, of many sizes, and how to read the numbers back.
import type { NewEntry } from "../entry.ts";
import type { SessionLog } from "../session-log.ts";

/** An entry of that number; some are larger than a page. */
export function numberedEntry(number: number): NewEntry {
  const content = `${number} ${"·".repeat((number * 977) % 6000)}`;
  return { type: "message", message: { role: "user", content, timestamp: number } };
}

/** The numbers of a log's entries in order; NaN for an entry that is not as it was written. */
export function numbersOf(log: SessionLog): number[] {
  return [...log.entries()].map((entry) => {
    if (entry.type !== "message") return Number.NaN;
    const { timestamp: number } = entry.message;
    const expected = numberedEntry(number);
    return Bun.deepEquals({ ...entry, ...expected }, entry) ? number : Number.NaN;
  });
}
