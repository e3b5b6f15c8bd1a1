// Writes one member of an archive; the archive as a whole is replaced in one step.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { statSync } from "node:fs";
import { ArchiveError, normalizeEntryPath } from "../../services/files/archive/archive.ts";
import {
  type ArchiveTarget,
  openArchive,
  setArchiveEntry,
} from "../../services/files/archive/open-archive.ts";
import { createFile, replaceFile } from "../../services/files/replace-file.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import { followLinks } from "../../services/files/write-target.ts";
import type { Workspace } from "../../services/workspace.ts";
import type { WriteResult } from "./write-result.ts";

export function writeArchiveMember(
  { archive, inside }: ArchiveTarget,
  content: string,
  workspace: Workspace,
): WriteResult {
  const member = normalizeEntryPath(inside);
  if (inside.split(/[/\\]/).includes(".."))
    throw new ToolFailure("Archive path cannot contain '..'");
  if (member === "")
    throw new ToolFailure("Archive write path must target a file inside the archive");
  if (/[/\\]$/.test(inside))
    throw new ToolFailure("Archive write path must target a file, not a directory");
  const absolute = workspace.resolve(archive);
  const shown = workspace.display(absolute);
  const bytes = new TextEncoder().encode(content);
  try {
    const target = followLinks(absolute);
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats !== undefined) refuseDirectory(target, member);
    const packed = setArchiveEntry(target, member, bytes, Date.now());
    if (stats === undefined) createFile(target, packed);
    else replaceFile(target, packed);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const cause = error instanceof ArchiveError ? error.message : describeSystemError(error);
    throw new ToolFailure(`Cannot write ${shown}: ${cause}.`, { cause: error });
  }
  return { content: `Successfully wrote ${bytes.length} bytes to ${shown}:${member}`, details: {} };
}

function refuseDirectory(archive: string, member: string): void {
  using opened = openArchive(archive);
  const isDirectory = opened.entries.some(
    (entry) => (entry.path === member && entry.isDirectory) || entry.path.startsWith(`${member}/`),
  );
  if (isDirectory) throw new ToolFailure("Archive write path must target a file, not a directory");
}
