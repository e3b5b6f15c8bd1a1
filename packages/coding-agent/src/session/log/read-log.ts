// Reads the bytes of a session file into a header and entries, and says what it could not read. Never
// throws for what is in the file and never changes it.
import { SESSION_VERSION, type SessionEntry, type SessionHeader } from "./entry.ts";

/** What loading met that was not as it should be. */
export interface LoadReport {
  /** Bytes of an unfinished last line, which are cut off before the next append. */
  tornBytes: number;
  /** Line numbers (from 1) that are no JSON object; they stay in the file. */
  unreadableLines: number[];
  /** References to images that are no longer in the blob store. */
  missingBlobs: string[];
  /** Set when the first line is no session header; one was made up, the file keeps its line. */
  headerProblem?: string;
}

/** A session file as read. */
export interface LoadedLog {
  header: SessionHeader;
  entries: SessionEntry[];
  /** Length of the part that ends with a whole line. */
  soundBytes: number;
  /** The last line is whole but lacks its line break. */
  needsLineBreak: boolean;
  report: LoadReport;
}

/** Reads a session file's bytes; `fallbackId` and `cwd` serve where the header is unreadable. */
export function readLog(bytes: Buffer, fallback: { id: string; cwd: string }): LoadedLog {
  const report: LoadReport = { tornBytes: 0, unreadableLines: [], missingBlobs: [] };
  const values: Record<string, unknown>[] = [];
  let header: SessionHeader | undefined;
  let soundBytes = 0;
  let needsLineBreak = false;
  let line = 0;
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(10, from);
    const end = found === -1 ? bytes.length : found;
    line++;
    const value = parseLine(bytes.subarray(from, end));
    if (value === undefined && found === -1) {
      report.tornBytes = bytes.length - from;
      break;
    }
    if (line === 1 && isHeader(value)) header = value;
    else if (value !== undefined && value !== "blank") values.push(value);
    else if (value === undefined) report.unreadableLines.push(line);
    needsLineBreak = found === -1;
    soundBytes = found === -1 ? end : end + 1;
    from = end + 1;
  }
  if (header === undefined && bytes.length > 0) {
    report.headerProblem = "the first line is not a session header";
  }
  return {
    header: header ?? makeUpHeader(fallback),
    entries: values.filter(isEntry),
    soundBytes,
    needsLineBreak,
    report,
  };
}

function parseLine(bytes: Buffer): Record<string, unknown> | "blank" | undefined {
  const text = bytes.toString("utf8");
  if (text.trim() === "") return "blank";
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // A line that is no JSON is an expected finding; the caller reports it.
    return undefined;
  }
}

function isHeader(value: unknown): value is SessionHeader {
  const header = value as Partial<SessionHeader> | undefined;
  return header?.type === "session" && typeof header.id === "string";
}

function isEntry(value: Record<string, unknown>): value is Record<string, unknown> & SessionEntry {
  return typeof value["type"] === "string" && value["type"] !== "session";
}

function makeUpHeader({ id, cwd }: { id: string; cwd: string }): SessionHeader {
  return {
    type: "session",
    version: SESSION_VERSION,
    id,
    timestamp: new Date(0).toISOString(),
    cwd,
  };
}
