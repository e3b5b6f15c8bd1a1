// What tools need to know of a table before they touch its rows: that it exists, its columns, its key.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Database } from "bun:sqlite";

export interface SqliteTable {
  readonly name: string;
  readonly sql: string;
  readonly columns: readonly string[];
  readonly keyColumns: readonly string[];
  readonly hasRowid: boolean;
}

export const BUSY_TIMEOUT_MS = 3000;

/** A name as SQL writes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Looks a table or view up; throws ToolFailure when there is none. */
export function describeTable(database: Database, name: string): SqliteTable {
  const found = database
    .query<{ name: string; sql: string | null; type: string }, [string]>(
      "SELECT name, sql, type FROM sqlite_master WHERE type IN ('table', 'view') AND lower(name) = lower(?)",
    )
    .get(name);
  if (found === null) throw new ToolFailure(`SQLite table '${name}' not found`);
  const columns = database
    .query<{ name: string; pk: number }, []>(`PRAGMA table_info(${quoteName(found.name)})`)
    .all();
  const sql = found.sql ?? "";
  return {
    name: found.name,
    sql,
    columns: columns.map((column) => column.name),
    keyColumns: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
    hasRowid: found.type === "table" && !/\bWITHOUT\s+ROWID\b/i.test(sql),
  };
}

/** The column by which single rows are named. */
export function keyColumn(table: SqliteTable): string {
  const [only, second] = table.keyColumns;
  if (second !== undefined)
    throw new ToolFailure(
      `SQLite table '${table.name}' has a composite primary key (${table.keyColumns.join(", ")}); use ?where= instead of a row key`,
    );
  if (only !== undefined) return quoteName(only);
  if (!table.hasRowid)
    throw new ToolFailure(`SQLite table '${table.name}' has no single row key; use ?where=`);
  return "rowid";
}
