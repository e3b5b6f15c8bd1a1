// Runs a call of `read`: finds out what the path names, and hands it to the part that reads such things.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { statSync, type Stats } from "node:fs";
import { splitArchivePath } from "../../services/files/archive/open-archive.ts";
import { findBySuffix } from "../../services/files/find-by-suffix.ts";
import { isFile } from "../../services/files/is-file.ts";
import {
  type LineSelector,
  parseSelector,
  splitSelector,
} from "../../services/files/line-selector.ts";
import { classifyPath } from "../../services/files/path-kind.ts";
import { isSqliteFile, splitSqlitePath } from "../../services/files/sqlite/sqlite-target.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import type { ReadArguments } from "./parameters.ts";
import { readPath } from "./read-path.ts";
import type { ReadContext, ReadNeeds, ReadResult } from "./read-result.ts";

export async function run(
  context: ToolContext<ReadNeeds>,
  { path }: ReadArguments,
): Promise<ReadResult> {
  const kind = classifyPath(path);
  try {
    switch (kind.kind) {
      case "web":
        return await (await import("./read-web.ts")).readWeb(kind.url, context);
      case "internal":
        return await (await import("./read-internal.ts")).readInternal(kind.href, context);
      case "file":
        return await readLocal(kind.path === "/" ? "." : kind.path, context);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | undefined)?.code;
    if (error instanceof ToolFailure || context.signal.aborted || typeof code !== "string")
      throw error;
    throw new ToolFailure(`Cannot read '${path}': ${describeSystemError(error)}.`, {
      cause: error,
    });
  }
}

async function readLocal(path: string, context: ReadContext): Promise<ReadResult> {
  const inside = await readInside(path, context);
  if (inside !== undefined) return inside;
  const { name, selector, stats } = locate(path, context);
  if (stats !== undefined) return readPath(name, stats, selector, context);
  return readBySuffix(name, selector, context);
}

/** Archives and databases, whose paths go on inside the file. */
async function readInside(path: string, context: ReadContext): Promise<ReadResult | undefined> {
  const { workspace } = context.needs;
  const isThere = (name: string): boolean => isFile(workspace.resolve(name));
  const isSelected = splitSelector(path).sel !== undefined;
  const archive = splitArchivePath(path).find((target) => isThere(target.archive));
  if (archive !== undefined) {
    const { readArchive } = await import("./read-archive.ts");
    return readArchive(archive, workspace.resolve(archive.archive), context);
  }
  const database = splitSqlitePath(path).find(
    ({ database: name }) => isThere(name) && isSqliteFile(workspace.resolve(name)),
  );
  if (database === undefined || (isSelected && database.table === "raw")) return undefined;
  const { readSqlite } = await import("./read-sqlite.ts");
  return readSqlite(database, workspace.resolve(database.database));
}

/** A name that really ends like a selector is that name. */
function locate(
  path: string,
  { needs }: ReadContext,
): { name: string; selector?: LineSelector; stats?: Stats } {
  const whole = statOf(needs.workspace.resolve(path));
  if (whole !== undefined) return { name: path, stats: whole };
  const { path: name, sel } = splitSelector(path);
  if (sel === undefined) return { name: path };
  const stats = statOf(needs.workspace.resolve(name));
  return { name, selector: parseSelector(sel), ...(stats !== undefined && { stats }) };
}

async function readBySuffix(
  name: string,
  selector: LineSelector | undefined,
  context: ReadContext,
): Promise<ReadResult> {
  const { workspace } = context.needs;
  const found = await findBySuffix(workspace.cwd, name, context.signal);
  const [only] = found;
  const stats = only === undefined ? undefined : statOf(only);
  if (only === undefined || stats === undefined || found.length > 1) {
    const others = found.map((path) => workspace.display(path)).join(", ");
    throw new ToolFailure(`Path '${name}' not found${others === "" ? "" : `\nSimilar: ${others}`}`);
  }
  const shown = workspace.display(only);
  const result = await readPath(only, stats, selector, context);
  const note = `[Path '${name}' not found; resolved to '${shown}' via suffix match]`;
  const { content } = result;
  return {
    content:
      typeof content === "string"
        ? `${note}\n${content}`
        : [{ type: "text", text: note }, ...content],
    details: { ...result.details, suffixResolution: { from: name, to: shown } },
  };
}

/** Undefined for what does not exist; links in a circle and closed folders are errors with a reason. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw error;
  }
}
