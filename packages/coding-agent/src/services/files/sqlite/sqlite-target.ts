// Paths that lead into a SQLite database: `app.db`, `app.db:users`, `app.db:users:42`, `app.db:users?limit=5`.
import { closeSync, openSync, readSync } from "node:fs";

/** A path split at a database's name. */
export interface SqliteTarget {
  readonly database: string;
  readonly table: string | undefined;
  /** Row key; undefined when none is given, empty when the colon is there without one. */
  readonly key: string | undefined;
  readonly query: URLSearchParams | undefined;
}

const DATABASE_NAME = /\.(?:sqlite3?|db3?)(?=[:?]|$)/gi;
const HEADER = "SQLite format 3\u0000";

/** The possible splits of a path, the shortest database path first. */
export function splitSqlitePath(path: string): SqliteTarget[] {
  return [...path.matchAll(DATABASE_NAME)].map((match) => {
    const end = match.index + match[0].length;
    const [place, query] = splitOnce(path.slice(end), "?");
    const [table, key] = splitOnce(place.replace(/^:/, ""), ":");
    return {
      database: path.slice(0, end),
      table: table === "" ? undefined : table,
      key,
      query: query === undefined ? undefined : parseQuery(query),
    };
  });
}

/** True when the file begins as SQLite databases do. */
export function isSqliteFile(path: string): boolean {
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEADER.length);
    return (
      readSync(fd, head, 0, head.length, 0) === head.length && head.toString("latin1") === HEADER
    );
  } finally {
    closeSync(fd);
  }
}

/** SQL is written as it is: a plus is a plus, and what follows `q=` is all of the query. */
function parseQuery(query: string): URLSearchParams {
  if (query.startsWith("q=") && /\s/.test(query))
    return new URLSearchParams([["q", query.slice(2)]]);
  return new URLSearchParams(query.replaceAll("+", "%2B"));
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
