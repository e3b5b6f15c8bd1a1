// The entry index on disk, beside its session file: made again from the session file whenever it is
// missing, older than it knows or does not fit. Nothing is lost with it.
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Columns, Oddities } from "./entry-columns.ts";
import { EntryIndex } from "./entry-index.ts";
import { slotsFor } from "./plain-id.ts";
import type { ReadAt } from "./scan-log.ts";

const MAGIC = "OMPIDX2\n";
const HEAD_BYTES = 64;
const BYTES_PER_ENTRY = 25;

/** What an index was made from; it fits as long as the file still begins with it. */
export interface Covered {
  /** End of the part of the session file that the index covers: the beginning of a line. */
  readonly bytes: number;
  /** Of the first line and the last covered one. */
  readonly fingerprint: bigint;
}

/** Where the index of a session file lies. */
export function indexPath(sessionFile: string): string {
  return `${sessionFile.replace(/\.jsonl$/, "")}.index`;
}

/** Identifies the covered part of a file without reading all of it. */
export function fingerprint(read: ReadAt, bytes: number): bigint {
  const span = Math.min(4096, bytes);
  const ends = Buffer.concat([read(0, span), read(bytes - span, span)]);
  return BigInt.asUintN(64, Bun.hash(ends));
}

/** Writes an index; a failure is not reported, the next open makes a new one. */
export function writeIndex(path: string, index: EntryIndex, covered: Covered): void {
  const { columns, oddities } = index.toColumns();
  const odd = Buffer.from(JSON.stringify(oddities), "utf8");
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, "latin1");
  head.writeDoubleLE(covered.bytes, 8);
  head.writeBigUInt64LE(covered.fingerprint, 16);
  head.writeDoubleLE(columns.count, 24);
  head.writeDoubleLE(odd.length, 32);
  const parts = [head, ...sections(columns).map(asBytes), odd];
  // One name is enough: only the writer of the session, which holds its lock, writes the index.
  const temporary = `${path}.tmp`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, Buffer.concat(parts), { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // A full or read-only disk: the session itself is what must be reported, and its writer does.
    rmSync(temporary, { force: true });
  }
}

/** Maps an index, or undefined when there is none that fits the file. */
export function readIndex(
  path: string,
  read: ReadAt,
  fileBytes: number,
): { index: EntryIndex; covered: Covered } | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const mapped = Bun.mmap(path);
    const view = new DataView(mapped.buffer, mapped.byteOffset, mapped.byteLength);
    if (
      mapped.byteLength < HEAD_BYTES ||
      Buffer.from(mapped.subarray(0, 8)).toString("latin1") !== MAGIC
    )
      return undefined;
    const covered = { bytes: view.getFloat64(8, true), fingerprint: view.getBigUint64(16, true) };
    const count = view.getFloat64(24, true);
    const oddBytes = view.getFloat64(32, true);
    if (mapped.byteLength !== HEAD_BYTES + columnBytes(count) + oddBytes) return undefined;
    if (covered.bytes > fileBytes || fingerprint(read, covered.bytes) !== covered.fingerprint)
      return undefined;
    const odd = Buffer.from(mapped.subarray(mapped.byteLength - oddBytes)).toString("utf8");
    return {
      index: new EntryIndex(mapColumns(mapped, count), JSON.parse(odd) as Oddities),
      covered,
    };
  } catch {
    // Not an index that we understand; it is made again.
    return undefined;
  }
}

/** The columns in file order: widest first, so that each begins at a multiple of its width. */
function sections(columns: Columns): ArrayBufferView[] {
  const { offsets, ids, lengths, parents, slots, types, count } = columns;
  return [offsets, ids, lengths, parents, slots, types, new Uint8Array(padding(count))];
}

function columnBytes(count: number): number {
  return count * BYTES_PER_ENTRY + slotsFor(count) * 4 + padding(count);
}

function mapColumns({ buffer, byteOffset }: Uint8Array, count: number): Columns {
  const slotCount = slotsFor(count);
  const at = (bytesPerEntry: number): number => byteOffset + HEAD_BYTES + count * bytesPerEntry;
  return {
    count,
    offsets: new Float64Array(buffer, at(0), count),
    ids: new Int32Array(buffer, at(8), count * 2),
    lengths: new Uint32Array(buffer, at(16), count),
    parents: new Int32Array(buffer, at(20), count),
    slots: new Int32Array(buffer, at(24), slotCount),
    types: new Uint8Array(buffer, at(24) + slotCount * 4, count),
  };
}

function padding(count: number): number {
  return (8 - (count % 8)) % 8;
}

function asBytes(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
