// Lists the sessions of a storage as those in files are listed: from the beginning of each, and from all of it only where
// that tells of no answer.
import { byAge, type SessionListing, toListing } from "./list-sessions.ts";
import { holdsAnswer, parsePrefix, PREFIX_BYTES } from "./session-prefix.ts";
import type { SessionStorage } from "./session-storage.ts";

/** The answered sessions in a folder, newest first. */
export async function listStored(
  storage: SessionStorage,
  folder: string,
): Promise<SessionListing[]> {
  const paths = storage.listFilesSync(folder, "*.jsonl");
  const listings = await Promise.all(paths.map((path) => listingOf(storage, path)));
  return listings.filter(({ hasAnswer }) => hasAnswer).sort(byAge);
}

async function listingOf(storage: SessionStorage, path: string): Promise<SessionListing> {
  const { size, mtimeMs } = storage.statSync(path);
  const prefix = Buffer.from(await storage.readTextPrefix(path, PREFIX_BYTES));
  const isWhole = size <= PREFIX_BYTES;
  const hasAnswer =
    holdsAnswer(prefix) || (!isWhole && holdsAnswer(Buffer.from(await storage.readText(path))));
  return toListing(path, { ...parsePrefix(prefix), hasAnswer, modifiedMs: mtimeMs, bytes: size });
}
