// Tar files: walking their headers, reading one member, and putting one in. Long names of both kinds
// (pax records, GNU) are understood; links and devices are left out of listings and kept when copying.
import {
  type Archive,
  type ArchiveEntry,
  ArchiveError,
  MAX_ENTRY_BYTES,
  normalizeEntryPath,
} from "./archive.ts";
import type { ByteSource } from "./byte-source.ts";

const BLOCK = 512;
const MAX_ENTRIES = 200_000;

interface TarEntry extends ArchiveEntry {
  /** Where its first header, long-name blocks included, begins. */
  readonly start: number;
  readonly dataOffset: number;
  /** Where the next member begins. */
  readonly end: number;
  readonly isListed: boolean;
}

/** Opens a tar file; the source is closed with the archive. */
export function openTar(source: ByteSource): Archive {
  return {
    entries: walk(source).filter((entry) => entry.isListed),
    read: (entry) => {
      if (entry.size > MAX_ENTRY_BYTES)
        throw new ArchiveError(
          `it is larger than ${MAX_ENTRY_BYTES / 1024 / 1024} MB; unpack it with bash`,
        );
      return source.read((entry as TarEntry).dataOffset, entry.size);
    },
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}

/** The bytes of an archive with `path` set to `content`; without a source it holds nothing else. */
export function writeTarEntry(
  source: ByteSource | undefined,
  path: string,
  content: Uint8Array,
  nowMs: number,
): Uint8Array {
  const kept = source === undefined ? [] : walk(source).filter((entry) => entry.path !== path);
  const parts = kept.map((entry) => source!.read(entry.start, entry.end - entry.start));
  const padding = (BLOCK - (content.length % BLOCK)) % BLOCK;
  return Buffer.concat([
    ...parts,
    ...headersFor(path, content.length, nowMs),
    content,
    Buffer.alloc(padding + 2 * BLOCK),
  ]);
}

function walk(source: ByteSource): TarEntry[] {
  const entries: TarEntry[] = [];
  let at = 0;
  let start = 0;
  let longName: string | undefined;
  while (at + BLOCK <= source.size) {
    const header = Buffer.from(source.read(at, BLOCK));
    if (header.every((byte) => byte === 0)) break;
    checkHeader(header, at);
    const size = readNumber(header, 124, 12);
    const type = String.fromCharCode(header[156] ?? 0);
    const dataOffset = at + BLOCK;
    const end = dataOffset + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "x" || type === "L" || type === "g") {
      const data = Buffer.from(source.read(dataOffset, Math.min(size, 1024 * 1024)));
      if (type === "x") longName = paxPath(data) ?? longName;
      if (type === "L") longName = cString(data);
    } else {
      const name = longName ?? nameOf(header);
      const isDirectory = type === "5" || name.endsWith("/");
      const isListed = isDirectory || type === "0" || type === "\0" || type === "7";
      entries.push({
        path: normalizeEntryPath(name),
        isDirectory,
        size,
        modifiedMs: readNumber(header, 136, 12) * 1000,
        start,
        dataOffset,
        end,
        isListed,
      });
      if (entries.length > MAX_ENTRIES) throw new ArchiveError("it has too many members");
      longName = undefined;
      start = end;
    }
    at = end;
  }
  return entries;
}

function checkHeader(header: Buffer, at: number): void {
  let sum = 0;
  for (let index = 0; index < BLOCK; index++) {
    sum += index >= 148 && index < 156 ? 0x20 : (header[index] ?? 0);
  }
  if (sum === readNumber(header, 148, 8)) return;
  throw new ArchiveError(at === 0 ? "it is not a tar file" : "it is damaged");
}

function nameOf(header: Buffer): string {
  const name = cString(header.subarray(0, 100));
  const isUstar = header.toString("latin1", 257, 262) === "ustar";
  const prefix = isUstar ? cString(header.subarray(345, 500)) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function paxPath(data: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(data.toString("utf8"))?.[1];
}

function cString(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
}

/** Octal text, or base 256 where the first bit is set. */
function readNumber(header: Buffer, offset: number, length: number): number {
  const field = header.subarray(offset, offset + length);
  if (((field[0] ?? 0) & 0x80) !== 0) {
    return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
  }
  return Number.parseInt(cString(field).trim() || "0", 8) || 0;
}

function headersFor(path: string, size: number, nowMs: number): Buffer[] {
  const name = Buffer.from(path, "utf8");
  const headers: Buffer[] = [];
  if (name.length > 100) {
    const padding = (BLOCK - ((name.length + 1) % BLOCK)) % BLOCK;
    headers.push(makeHeader(Buffer.from("././@LongLink"), name.length + 1, nowMs, "L"));
    headers.push(Buffer.concat([name, Buffer.alloc(1 + padding)]));
  }
  headers.push(makeHeader(name.subarray(0, 100), size, nowMs, "0"));
  return headers;
}

function makeHeader(name: Buffer, size: number, nowMs: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  name.copy(header, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(nowMs / 1000), 136, 12);
  header.write("        ", 148, "latin1");
  header.write(type, 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}
