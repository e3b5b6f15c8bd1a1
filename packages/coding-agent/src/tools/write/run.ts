// Runs a call of `write`: finds out what kind of place the path names and hands the content to it.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { stripPastedHashlines } from "@oh-my-pi/pi-edit/hashline/strip-pasted";
import { splitArchivePath } from "../../services/files/archive/open-archive.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import { isFile } from "../../services/files/is-file.ts";
import { classifyPath } from "../../services/files/path-kind.ts";
import { isSqliteFile, splitSqlitePath } from "../../services/files/sqlite/sqlite-target.ts";
import type { WriteArguments } from "./parameters.ts";
import type { WriteNeeds, WriteResult } from "./write-result.ts";
import { writeArchiveMember } from "./write-archive.ts";
import { writeFile } from "./write-file.ts";
import { writeSqliteRow } from "./write-sqlite.ts";

export async function run(
  context: ToolContext<WriteNeeds>,
  { path, content }: WriteArguments,
): Promise<WriteResult> {
  const { needs, signal } = context;
  const kind = classifyPath(path);
  if (kind.kind === "web")
    throw new ToolFailure(`Cannot write to '${path}': it is a web address. Nothing was changed.`);
  if (!content.isWellFormed())
    throw new ToolFailure(
      "The content holds half a character (a lone surrogate). Nothing was written.",
    );
  const { content: text, wasPasted } = plainContent(content, needs.options);
  const note = wasPasted
    ? "\nNote: read anchors (header and LINE: prefixes) were taken out of the content."
    : "";
  const result =
    kind.kind === "internal"
      ? { content: await needs.urls.write(kind.href, text, signal), details: {} }
      : await writeLocal(kind.path, text, needs);
  return { ...result, content: result.content + note };
}

async function writeLocal(path: string, content: string, needs: WriteNeeds): Promise<WriteResult> {
  const { workspace } = needs;
  const absolute = workspace.resolve(path);
  const isThere = (name: string): boolean => isFile(workspace.resolve(name));
  const archives = splitArchivePath(path);
  const isPlainFile =
    isThere(path) && archives.every(({ archive }) => archive !== path) && !isSqliteFile(absolute);
  if (isPlainFile) return writeFile(path, content, needs);
  const archive = archives.find((target) => isThere(target.archive)) ?? archives[0];
  if (archive !== undefined) return writeArchiveMember(archive, content, workspace);
  const databases = splitSqlitePath(path);
  const database = databases.find((target) => isThere(target.database)) ?? databases[0];
  if (database !== undefined) return writeSqliteRow(database, content, workspace);
  return writeFile(path, content, needs);
}

function plainContent(content: string, options: FileOptions) {
  return options.read.hasHashLines ? stripPastedHashlines(content) : { content, wasPasted: false };
}
