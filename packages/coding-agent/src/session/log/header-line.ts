// The first line of a session file: who the session is. Reads no further than it must.
import type { SessionHeader } from "./entry.ts";
import { isHeader, parseObject, type ReadAt } from "./scan-log.ts";

const FIRST_SPAN = 4096;
/** No header is longer; a longer first line is something else. */
const MAX_HEADER_BYTES = 1 << 20;

/** A header and the bytes of its line, break included. */
interface HeaderLine {
  readonly header: SessionHeader;
  readonly bytes: number;
}

/** The line as it is written. */
export function headerLine(header: SessionHeader): Buffer {
  return Buffer.from(`${JSON.stringify(header)}\n`, "utf8");
}

/** Reads the header of a session file, or undefined when its first line is none. */
export function readHeader(read: ReadAt): SessionHeader | undefined {
  return readHeaderLine(read)?.header;
}

/** Bytes that the header takes up, break included; 0 where there is none. */
export function headerBytes(read: ReadAt): number {
  return readHeaderLine(read)?.bytes ?? 0;
}

function readHeaderLine(read: ReadAt): HeaderLine | undefined {
  for (let span = FIRST_SPAN; span <= MAX_HEADER_BYTES; span *= 4) {
    const bytes = read(0, span);
    const end = bytes.indexOf(10);
    if (end === -1 && bytes.length === span) continue;
    const header = parseObject(end === -1 ? bytes : bytes.subarray(0, end));
    if (!isHeader(header)) return undefined;
    return { header, bytes: end === -1 ? bytes.length : end + 1 };
  }
  return undefined;
}
