// Writes a session file out of another one's lines: there as a whole or not at all.
import { cpSync, existsSync, rmSync } from "node:fs";
import { ioFailure, openAppendFile } from "../../platform/append-file.ts";
import type { SessionHeader } from "./entry.ts";
import { headerBytes, headerLine } from "./header-line.ts";
import { type SessionFile, wholeLines } from "./read-session-file.ts";
import { parseObject } from "./scan-log.ts";
import { artifactsPath } from "./session-place.ts";

const LINE_BREAK = Buffer.from("\n");

/** Writes a new session file; when that fails, nothing of it is left. */
export function writeSessionFile(
  path: string,
  content: Iterable<Uint8Array>,
  platform: NodeJS.Platform,
): void {
  using store = openAppendFile({ path, platform, expect: "new" });
  try {
    store.replace(content);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** All lines of a session under another header. What is torn stays out, what is damaged stays in. */
export function* linesUnder(
  header: SessionHeader,
  source: Pick<SessionFile, "size" | "read">,
): Generator<Buffer> {
  yield headerLine(header);
  let at = headerBytes(source.read);
  for (const piece of wholeLines(source, at)) {
    yield piece;
    at += piece.length;
  }
  const rest = source.read(at, source.size - at);
  if (rest.length > 0 && parseObject(rest) !== undefined) yield Buffer.concat([rest, LINE_BREAK]);
}

/** Copies a session's artifacts to those of another; nothing is left of them when that fails. */
export function copyArtifacts(fromSession: string, toSession: string): void {
  const [from, to] = [artifactsPath(fromSession), artifactsPath(toSession)];
  if (!existsSync(from)) return;
  try {
    cpSync(from, to, { recursive: true, errorOnExist: true, force: false });
  } catch (error) {
    discardArtifacts(toSession);
    throw ioFailure("copy", from, error);
  }
}

/** Takes away what was copied for a session that could not be written after all. */
export function discardArtifacts(session: string): void {
  const path = artifactsPath(session);
  // Where not even the folder could be made, the reason for that is what counts.
  if (existsSync(path)) rmSync(path, { recursive: true, force: true });
}
