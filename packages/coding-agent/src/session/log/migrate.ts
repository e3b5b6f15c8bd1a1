// Brings lines of older session files to the present format. Pure: lines in, lines out; a line that is no
// JSON object passes through unchanged, so that a rewrite loses nothing.
import { SESSION_VERSION } from "./entry.ts";

type Line = Record<string, unknown>;

/** The version that a header states; files of the first version state none. */
export function versionOf(header: unknown): number {
  const version = (header as Line | undefined)?.["version"];
  return typeof version === "number" ? version : 1;
}

/**
 * The migrated lines of a file, header first, or undefined when they are up to date. `undefined`
 * elements stand for lines that could not be read. `newId` gives ids that no entry has.
 */
export function migrateLines(
  lines: readonly (Line | undefined)[],
  newId: () => string,
): (Line | undefined)[] | undefined {
  const version = versionOf(lines[0]);
  if (version >= SESSION_VERSION || lines[0]?.["type"] !== "session") return undefined;
  const linked = version < 2 ? linkEntries(lines, newId) : [...lines];
  const renamed = linked.map((line) => (line === undefined ? undefined : renameHookMessage(line)));
  return [{ ...renamed[0], version: SESSION_VERSION }, ...renamed.slice(1)];
}

/** v1 → v2: entries get ids and form one chain in the order of the file. */
function linkEntries(
  lines: readonly (Line | undefined)[],
  newId: () => string,
): (Line | undefined)[] {
  let parentId: string | null = null;
  const linked = lines.map((line, index): Line | undefined => {
    if (line === undefined || index === 0) return line;
    const id = newId();
    const entry = { ...line, id, parentId };
    parentId = id;
    return entry;
  });
  return linked.map((line) => {
    const index = line?.["firstKeptEntryIndex"];
    if (line === undefined || typeof index !== "number") return line;
    const { firstKeptEntryIndex: _, ...rest } = line;
    const kept = linked[index]?.["id"];
    return kept === undefined ? rest : { ...rest, firstKeptEntryId: kept };
  });
}

/** v2 → v3: messages of hooks are custom messages. */
function renameHookMessage(line: Line): Line {
  const message = line["message"] as Line | undefined;
  if (line["type"] !== "message" || message?.["role"] !== "hookMessage") return line;
  return { ...line, message: { ...message, role: "custom" } };
}
