// The parameters after `?` in a SQLite path, checked. Pure.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { SqliteTable } from "../../services/files/sqlite/sqlite-table.ts";
import { quoteName } from "../../services/files/sqlite/sqlite-table.ts";

export interface RowQuery {
  readonly limit: number;
  readonly offset: number;
  /** SQL after FROM, from WHERE to ORDER BY. */
  readonly where: string;
  readonly order: string;
  /** The parameters to repeat for the next page. */
  readonly kept: URLSearchParams;
}

const DEFAULT_LIMIT = 20;
export const MAX_ROWS = 500;
const KNOWN = ["limit", "offset", "order", "where"];
const FORBIDDEN = /--|\/\*|;|\b(?:LIMIT|OFFSET|UNION|ATTACH|PRAGMA)\b/i;

export function parseRowQuery(query: URLSearchParams, table: SqliteTable): RowQuery {
  for (const name of query.keys()) {
    if (!KNOWN.includes(name))
      throw new ToolFailure(
        `Unknown SQLite query parameter '${name}'. Use ${KNOWN.join(", ")}, or q alone.`,
      );
  }
  const kept = new URLSearchParams(
    [...query].filter(([name]) => name !== "offset" && name !== "limit"),
  );
  return {
    limit: Math.min(MAX_ROWS, numberOf(query, "limit", DEFAULT_LIMIT, 1)),
    offset: numberOf(query, "offset", 0, 0),
    where: whereOf(query.get("where")),
    order: orderOf(query.get("order"), table),
    kept,
  };
}

function numberOf(query: URLSearchParams, name: string, fallback: number, min: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min) return value;
  throw new ToolFailure(`SQLite ${name} must be a whole number of at least ${min}; got '${text}'`);
}

function whereOf(where: string | null): string {
  if (where === null || where.trim() === "") return "";
  const found = FORBIDDEN.exec(where)?.[0];
  if (found !== undefined) throw new ToolFailure(`SQLite where clause must not contain '${found}'`);
  return ` WHERE (${where})`;
}

function orderOf(order: string | null, table: SqliteTable): string {
  if (order === null) return "";
  const [column = "", direction = "asc"] = order.split(":");
  const known = table.columns.find((name) => name.toLowerCase() === column.toLowerCase());
  if (known === undefined)
    throw new ToolFailure(
      `SQLite table '${table.name}' has no column '${column}'. Columns: ${table.columns.join(", ")}`,
    );
  if (!/^(?:asc|desc)$/i.test(direction))
    throw new ToolFailure(
      `SQLite order must be 'column', 'column:asc' or 'column:desc'; got '${order}'`,
    );
  return ` ORDER BY ${quoteName(known)} ${direction.toUpperCase()}`;
}
