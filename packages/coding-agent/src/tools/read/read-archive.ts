// What is inside an archive: a folder of it as a list, a member as text. Members carry no edit anchors,
// because an edit could only address the archive.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { decodeDocument } from "@oh-my-pi/pi-edit/document-bytes";
import {
  type Archive,
  type ArchiveEntry,
  ArchiveError,
  normalizeEntryPath,
} from "../../services/files/archive/archive.ts";
import { type ArchiveTarget, openArchive } from "../../services/files/archive/open-archive.ts";
import { formatSize } from "../../services/files/file-size.ts";
import { parseSelector, splitSelector } from "../../services/files/line-selector.ts";
import { isBinary } from "../../services/files/sniff.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import { readLines } from "./read-lines.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";

const MAX_LISTED = 500;

export function readArchive(
  target: ArchiveTarget,
  absolute: string,
  context: ReadContext,
): ReadResult {
  const shown = context.needs.workspace.display(absolute);
  if (target.inside.split(/[/\\]/).includes(".."))
    throw new ToolFailure("Archive path cannot contain '..'");
  try {
    using archive = openArchive(absolute);
    const details = { meta: sourceMeta("path", absolute), resolvedPath: absolute };
    const { entry, sel } = findMember(archive, target.inside);
    if (entry !== undefined) {
      const member = readMember(archive, entry, sel, context);
      return { content: member.text, details: { ...member.details, ...details } };
    }
    const listing = listFolder(archive.entries, normalizeEntryPath(target.inside));
    if (listing === undefined)
      throw new ToolFailure(`Path '${shown}:${target.inside}' not found inside archive`);
    return { content: listing, details };
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const cause = error instanceof ArchiveError ? error.message : describeSystemError(error);
    throw new ToolFailure(`Cannot read archive '${shown}': ${cause}`, { cause: error });
  }
}

/** A member by its whole name, or by its name with a line selector after it. */
function findMember(archive: Archive, inside: string): { entry?: ArchiveEntry; sel?: string } {
  const byPath = (path: string): ArchiveEntry | undefined =>
    archive.entries.find((entry) => !entry.isDirectory && entry.path === normalizeEntryPath(path));
  const whole = byPath(inside);
  if (whole !== undefined) return { entry: whole };
  const { path, sel } = splitSelector(inside);
  const entry = sel === undefined ? undefined : byPath(path);
  return entry === undefined || sel === undefined ? {} : { entry, sel };
}

function readMember(
  archive: Archive,
  entry: ArchiveEntry,
  sel: string | undefined,
  { needs }: ReadContext,
) {
  const bytes = archive.read(entry);
  const decoded = isBinary(bytes.subarray(0, 8192)) ? undefined : decodeDocument(bytes);
  if (!decoded?.ok) {
    return {
      text: `[Cannot read binary archive entry '${entry.path}' (${formatSize(entry.size)})]`,
      details: {},
    };
  }
  const { read } = needs.options;
  const selector = sel === undefined ? undefined : parseSelector(sel);
  return readLines(decoded.document, selector, read, read.hasLineNumbers ? "numbers" : "plain");
}

/** The direct children of a folder; undefined when there is no such folder. */
function listFolder(entries: readonly ArchiveEntry[], folder: string): string | undefined {
  const prefix = folder === "" ? "" : `${folder}/`;
  const below = entries.filter((entry) => entry.path.startsWith(prefix) && entry.path !== folder);
  const isThere = folder === "" || below.length > 0 || entries.some(({ path }) => path === folder);
  if (!isThere) return undefined;
  const children = new Map<string, string>();
  for (const entry of below) {
    const [name = "", ...deeper] = entry.path.slice(prefix.length).split("/");
    const isFolder = deeper.length > 0 || entry.isDirectory;
    if (isFolder) children.set(name, `${name}/`);
    else children.set(name, `${name}  ${formatSize(entry.size)}`);
  }
  if (children.size === 0) return "(empty directory)";
  const rows = [...children.keys()].sort().map((name) => children.get(name) ?? name);
  const rest = rows.length - MAX_LISTED;
  return [...rows.slice(0, MAX_LISTED), ...(rest > 0 ? [`… ${rest} more entries`] : [])].join("\n");
}
