// Searches the members of an archive, all of them or those below a folder.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { grepBytes } from "@oh-my-pi/pi-natives/grep-bytes";
import { ArchiveError, normalizeEntryPath } from "../../services/files/archive/archive.ts";
import { openArchive } from "../../services/files/archive/open-archive.ts";
import { isBinary } from "../../services/files/sniff.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import type { SearchTarget } from "../../services/search/scope.ts";
import type { FoundFile, FoundPage, SearchQuery } from "./found-page.ts";

const SNIFFED_BYTES = 8192;

export async function searchArchive(
  { archive: path, inside }: Extract<SearchTarget, { kind: "archive" }>,
  query: SearchQuery,
): Promise<FoundPage> {
  const wanted = normalizeEntryPath(inside);
  try {
    using archive = openArchive(path);
    const members = archive.entries.filter(
      (entry) =>
        !entry.isDirectory &&
        (wanted === "" || entry.path === wanted || entry.path.startsWith(`${wanted}/`)),
    );
    if (members.length === 0 && wanted !== "")
      throw new ToolFailure(`Path not found: ${path}:${inside}`);
    const files: FoundFile[] = [];
    for (const member of members) {
      if (query.signal.aborted) break;
      const bytes = archive.read(member);
      if (isBinary(bytes.subarray(0, SNIFFED_BYTES))) continue;
      const found = await grepBytes(bytes, { ...lineOptions(query), ...query });
      if (found) files.push({ ...found, path: `${path}:${member.path}`, isMutable: false });
    }
    return { files, totalFiles: files.length, skippedFiles: 0, stopped: undefined };
  } catch (error) {
    if (error instanceof ArchiveError)
      throw new ToolFailure(`Cannot search archive '${path}': ${error.message}`, { cause: error });
    if ((error as NodeJS.ErrnoException).code !== undefined)
      throw new ToolFailure(`Cannot search archive '${path}': ${describeSystemError(error)}`, {
        cause: error,
      });
    throw error;
  }
}

function lineOptions(query: SearchQuery) {
  return {
    contextBefore: query.contextBefore ?? 0,
    contextAfter: query.contextAfter ?? 0,
    maxMatches: query.maxMatchesPerFile ?? Number.MAX_SAFE_INTEGER - 1,
    maxColumns: query.maxColumns ?? Number.POSITIVE_INFINITY,
  };
}
