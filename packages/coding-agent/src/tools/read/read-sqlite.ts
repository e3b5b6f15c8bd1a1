// What is inside a SQLite database: its tables, a table's shape and rows, one row, or a query. Opened
// read-only.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { Database } from "bun:sqlite";
import {
  BUSY_TIMEOUT_MS,
  describeTable,
  keyColumn,
  quoteName,
} from "../../services/files/sqlite/sqlite-table.ts";
import type { SqliteTarget } from "../../services/files/sqlite/sqlite-target.ts";
import { type ReadResult, sourceMeta } from "./read-result.ts";
import { MAX_ROWS, parseRowQuery } from "./sqlite-query.ts";
import { formatRow, formatRows, type SqliteRow } from "./sqlite-rows.ts";

const MAX_TABLES = 500;
const SAMPLE_ROWS = 5;

export function readSqlite(target: SqliteTarget, absolute: string): ReadResult {
  const details = { meta: sourceMeta("path", absolute), resolvedPath: absolute };
  try {
    using database = new Database(absolute, { readonly: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return { content: answer(database, target), details };
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new ToolFailure(`SQLite read failed: ${cause}`, { cause: error });
  }
}

function answer(database: Database, { table, key, query }: SqliteTarget): string {
  const sql = query?.get("q") ?? undefined;
  if (sql !== undefined) {
    if (table !== undefined || [...(query?.keys() ?? [])].length > 1)
      throw new ToolFailure("SQLite q must be used alone, after the database path");
    return runQuery(database, sql);
  }
  if (table === undefined) return listTables(database);
  if (key !== undefined && key !== "") return oneRow(database, table, key);
  return query === undefined ? describe(database, table) : pageOfRows(database, table, query);
}

function listTables(database: Database): string {
  const tables = database
    .query<{ name: string; type: string }, []>(
      "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();
  if (tables.length === 0) return "(no tables)";
  const rows = tables.slice(0, MAX_TABLES).map(({ name, type }) => {
    if (type === "view") return `${name} (view)`;
    const count = countRows(database, quoteName(name), "");
    return `${name} (${count} ${count === 1 ? "row" : "rows"})`;
  });
  const rest = tables.length - MAX_TABLES;
  return [...rows, ...(rest > 0 ? [`… ${rest} more tables`] : [])].join("\n");
}

function describe(database: Database, name: string): string {
  const table = describeTable(database, name);
  const rows = database
    .query<SqliteRow, []>(`SELECT * FROM ${quoteName(table.name)} LIMIT ${SAMPLE_ROWS}`)
    .all();
  const sample = rows.length === 0 ? "(no rows)" : formatRows(table.columns, rows);
  return `${table.sql}\n\nSample rows:\n${sample}`;
}

function oneRow(database: Database, name: string, key: string): string {
  const table = describeTable(database, name);
  const sql = `SELECT * FROM ${quoteName(table.name)} WHERE ${keyColumn(table)} = ?`;
  const row = database.query<SqliteRow, [string]>(sql).get(key);
  if (row === null) throw new ToolFailure(`No row '${key}' in SQLite table '${table.name}'`);
  return formatRow(row);
}

function pageOfRows(database: Database, name: string, query: URLSearchParams): string {
  const table = describeTable(database, name);
  const { limit, offset, where, order, kept } = parseRowQuery(query, table);
  const from = quoteName(table.name);
  const rows = database
    .query<SqliteRow, []>(`SELECT * FROM ${from}${where}${order} LIMIT ${limit} OFFSET ${offset}`)
    .all();
  const rest = countRows(database, from, where) - offset - rows.length;
  const shown = rows.length === 0 ? "(no rows)" : formatRows(table.columns, rows);
  if (rest <= 0) return shown;
  const next = new URLSearchParams([
    ["limit", String(limit)],
    ["offset", String(offset + limit)],
    ...kept,
  ]);
  const address = `:${table.name}?${decodeURIComponent(next.toString().replaceAll("+", "%20"))}`;
  return `${shown}\n[${rest} more rows; append ${address} to the database path to continue]`;
}

function runQuery(database: Database, sql: string): string {
  const statement = database.query<SqliteRow, []>(sql);
  const rows: SqliteRow[] = [];
  for (const row of statement.iterate()) {
    rows.push(row);
    if (rows.length > MAX_ROWS) break;
  }
  if (rows.length === 0) return "(no rows)";
  const shown = formatRows(statement.columnNames, rows.slice(0, MAX_ROWS));
  return rows.length > MAX_ROWS
    ? `${shown}\n[Only the first ${MAX_ROWS} rows are shown; add LIMIT and OFFSET]`
    : shown;
}

function countRows(database: Database, from: string, where: string): number {
  return (
    database.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${from}${where}`).get()
      ?.count ?? 0
  );
}
