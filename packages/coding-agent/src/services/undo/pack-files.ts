// Content side by side in a few large files, because one file for each would cost more than reading the tree. Each process
// appends to packs of its own. What is in them is named elsewhere.
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** Where some content lies. */
export interface PackPlace {
  readonly pack: string;
  readonly at: number;
  readonly size: number;
}

const BUFFER_BYTES = 4 * 1024 * 1024;
const PACK_BYTES = 64 * 1024 * 1024;

/** The packs of one workspace. */
export class PackFiles implements Disposable {
  readonly #directory: string;
  #name: string | undefined;
  #fd: number | undefined;
  #reading: { readonly pack: string; readonly fd: number } | undefined;
  #written = 0;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }

  /** Takes content in; it is in the file after `flush`. */
  add(bytes: Uint8Array): PackPlace {
    if (this.#name === undefined || this.#written + this.#waitingBytes > PACK_BYTES) this.#begin();
    const at = this.#written + this.#waitingBytes;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    const place = { pack: this.#name!, at, size: bytes.length };
    if (this.#waitingBytes >= BUFFER_BYTES) this.flush();
    return place;
  }

  /** Everything that was added survives the death of this process from here on. */
  flush(): void {
    if (this.#waitingBytes === 0 || this.#fd === undefined) return;
    const bytes = Buffer.concat(this.#waiting);
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#fd, bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** What lies there, or undefined when it is not all there. */
  read({ pack, at, size }: PackPlace): Buffer | undefined {
    this.flush();
    const fd = this.#readFrom(pack);
    if (fd === undefined) return undefined;
    const bytes = Buffer.alloc(size);
    for (let read = 0; read < size;) {
      const count = readSync(fd, bytes, read, size - read, at + read);
      if (count === 0) return undefined;
      read += count;
    }
    return bytes;
  }

  /** Name and size of every pack. */
  list(): { readonly pack: string; readonly bytes: number }[] {
    this.flush();
    return readdirSync(this.#directory).map((pack) => ({
      pack,
      bytes: statSync(join(this.#directory, pack)).size,
    }));
  }

  remove(pack: string): void {
    if (pack === this.#name) this.#end();
    this.#stopReading();
    rmSync(join(this.#directory, pack), { force: true });
  }

  [Symbol.dispose](): void {
    this.#end();
    this.#stopReading();
  }

  /** One pack stays open: what is read together mostly lies together. */
  #readFrom(pack: string): number | undefined {
    if (this.#reading?.pack === pack) return this.#reading.fd;
    this.#stopReading();
    try {
      this.#reading = { pack, fd: openSync(join(this.#directory, pack), "r") };
      return this.#reading.fd;
    } catch {
      // Let go of, or lost with the disk; whoever asked says so by name.
      return undefined;
    }
  }

  #stopReading(): void {
    if (this.#reading !== undefined) closeSync(this.#reading.fd);
    this.#reading = undefined;
  }

  #begin(): void {
    this.#end();
    const name = `${crypto.randomUUID()}.pack`;
    this.#fd = openSync(join(this.#directory, name), "wx", 0o600);
    this.#name = name;
  }

  #end(): void {
    this.flush();
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
    this.#name = undefined;
    this.#written = 0;
  }
}
