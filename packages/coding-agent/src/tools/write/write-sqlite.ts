// Inserts, updates or deletes one row of a SQLite table. Never makes a database.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { isFile } from "../../services/files/is-file.ts";
import {
  BUSY_TIMEOUT_MS,
  describeTable,
  keyColumn,
  quoteName,
  type SqliteTable,
} from "../../services/files/sqlite/sqlite-table.ts";
import { isSqliteFile, type SqliteTarget } from "../../services/files/sqlite/sqlite-target.ts";
import type { Workspace } from "../../services/workspace.ts";
import type { WriteResult } from "./write-result.ts";

export function writeSqliteRow(
  target: SqliteTarget,
  content: string,
  workspace: Workspace,
): WriteResult {
  const path = workspace.resolve(target.database);
  if (target.query !== undefined)
    throw new ToolFailure("SQLite write paths do not support query parameters");
  if (!isFile(path)) throw new ToolFailure(`SQLite database '${target.database}' not found`);
  if (target.table === undefined) throw new ToolFailure("SQLite write path must target a table");
  if (target.key === "") throw new ToolFailure("SQLite row writes require a non-empty row key");
  if (!isSqliteFile(path)) throw new ToolFailure(`'${target.database}' is not a SQLite database`);
  using database = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.run("PRAGMA foreign_keys = ON");
    const table = describeTable(database, target.table);
    const text =
      target.key === undefined
        ? insertRow(database, table, content)
        : changeRow(database, table, target.key, content);
    return { content: text, details: { meta: { source: { type: "path", value: path } } } };
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new ToolFailure(`SQLite write failed: ${cause}. Nothing was changed.`, { cause: error });
  }
}

function insertRow(database: Database, table: SqliteTable, content: string): string {
  const row = parseRow(content, table);
  const names = Object.keys(row);
  const into = `INSERT INTO ${quoteName(table.name)}`;
  if (names.length === 0) database.run(`${into} DEFAULT VALUES`);
  else {
    const columns = names.map(quoteName).join(", ");
    database.run(
      `${into} (${columns}) VALUES (${names.map(() => "?").join(", ")})`,
      Object.values(row),
    );
  }
  return `Inserted row into ${table.name}`;
}

function changeRow(database: Database, table: SqliteTable, key: string, content: string): string {
  const where = `WHERE ${keyColumn(table)} = ?`;
  if (content.trim() === "") {
    const { changes } = database.run(`DELETE FROM ${quoteName(table.name)} ${where}`, [key]);
    return changes > 0
      ? `Deleted row '${key}' from ${table.name}`
      : `No row deleted from ${table.name} for key '${key}'`;
  }
  const row = parseRow(content, table);
  const names = Object.keys(row);
  if (names.length === 0) throw new ToolFailure("A row update needs at least one column");
  const set = names.map((name) => `${quoteName(name)} = ?`).join(", ");
  const { changes } = database.run(`UPDATE ${quoteName(table.name)} SET ${set} ${where}`, [
    ...Object.values(row),
    key,
  ]);
  return changes > 0
    ? `Updated row '${key}' in ${table.name}`
    : `No row updated in ${table.name} for key '${key}'`;
}

function parseRow(content: string, table: SqliteTable): Record<string, SQLQueryBindings> {
  const value = parseJson5(content);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ToolFailure("SQLite row content must be a JSON5 object of columns and values");
  const row: Record<string, SQLQueryBindings> = {};
  for (const [name, cell] of Object.entries(value)) {
    if (!table.columns.includes(name))
      throw new ToolFailure(
        `SQLite table '${table.name}' has no column '${name}'. Columns: ${table.columns.join(", ")}`,
      );
    row[name] = toBinding(cell);
  }
  return row;
}

function parseJson5(content: string): unknown {
  try {
    return Bun.JSON5.parse(content);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ToolFailure(`SQLite row content is not valid JSON5: ${problem}`, { cause });
  }
}

function toBinding(value: unknown): SQLQueryBindings {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return typeof value === "boolean" ? (value ? 1 : 0) : JSON.stringify(value);
}
