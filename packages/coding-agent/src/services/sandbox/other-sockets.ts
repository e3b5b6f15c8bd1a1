// Sockets in the file system on which other programs listen: through them a command could make these act for it.
import { readFileSync } from "node:fs";

/** Absolute paths of sockets that have an owner now. */
export function listeningSockets(table = readTable()): string[] {
  const found = new Set<string>();
  for (const line of table.split("\n").slice(1)) {
    const path = line.trim().split(/\s+/).slice(7).join(" ");
    if (path.startsWith("/")) found.add(path);
  }
  return [...found];
}

function readTable(): string {
  try {
    return readFileSync("/proc/net/unix", "utf8");
  } catch {
    return ""; // Only Linux has this table.
  }
}
