// Kept sessions, a page at a time.
import {
  type ListSessionsRequest,
  type ListSessionsResponse,
  RequestError,
} from "@agentclientprotocol/sdk";
import type { AcpHouse } from "./house.ts";
import { sessionInfo } from "./own-methods.ts";

const PAGE = 50;

/** The page after `cursor`, newest sessions first. */
export function listPage(
  house: Pick<AcpHouse, "list">,
  { cwd, cursor }: ListSessionsRequest,
): ListSessionsResponse {
  const from = startOf(cursor);
  const listings = house.list(cwd ?? undefined);
  const page = listings.slice(from, from + PAGE);
  const next = from + PAGE;
  return {
    sessions: page.map(sessionInfo),
    ...(next < listings.length && { nextCursor: String(next) }),
  };
}

function startOf(cursor: string | null | undefined): number {
  if (cursor === undefined || cursor === null) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw RequestError.invalidParams({ cursor }, "the cursor is none that omp gave");
}
