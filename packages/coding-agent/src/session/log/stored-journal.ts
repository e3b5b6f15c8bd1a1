// One session in a storage, as the log needs it: what is there is read once, what is added goes to the storage's writer
// before it counts. A write that fails later is told with the next one.
import { ioFailure } from "../../platform/append-file.ts";
import type { Journal } from "./journal.ts";
import type { SessionStorage, SessionStorageWriter } from "./session-storage.ts";

export class StoredJournal implements Journal {
  readonly path: string;
  readonly #storage: SessionStorage;
  #bytes: Buffer;
  #size: number;
  #writer: SessionStorageWriter | undefined;
  /** Lines that are on their way. */
  #pending: Promise<void> = Promise.resolve();
  #failure: unknown;

  private constructor(storage: SessionStorage, path: string, text: string) {
    this.#storage = storage;
    this.path = path;
    this.#bytes = Buffer.from(text, "utf8");
    this.#size = this.#bytes.length;
  }

  /** Reads what is stored; nothing where there is none. */
  static async open(storage: SessionStorage, path: string): Promise<StoredJournal> {
    try {
      const text = storage.existsSync(path) ? await storage.readText(path) : "";
      return new StoredJournal(storage, path, text);
    } catch (cause) {
      throw ioFailure("read", path, cause);
    }
  }

  get size(): number {
    return this.#size;
  }

  append(text: string): void {
    this.#refuseAfterFailure();
    try {
      this.#writer ??= this.#storage.openWriter(this.path);
      for (const line of text.split("\n").slice(0, -1)) this.#follow(this.#writer.writeLine(line));
    } catch (cause) {
      throw ioFailure("write to", this.path, cause);
    }
    this.#keep(Buffer.from(text, "utf8"));
  }

  async sync(): Promise<void> {
    await this.#pending;
    this.#refuseAfterFailure();
    try {
      await this.#writer?.flush();
      await this.#writer?.fsync();
    } catch (cause) {
      throw ioFailure("flush", this.path, cause);
    }
  }

  cutTo(size: number): void {
    this.replace([this.#bytes.subarray(0, size)]);
  }

  replace(content: Iterable<Uint8Array>): void {
    this.#refuseAfterFailure();
    const whole = Buffer.concat([...content]);
    this.#letGo();
    try {
      this.#storage.writeTextSync(this.path, whole.toString("utf8"));
    } catch (cause) {
      throw ioFailure("rewrite", this.path, cause);
    }
    this.#bytes = whole;
    this.#size = whole.length;
  }

  read(offset: number, length: number, target?: Buffer): Buffer {
    const part = this.#bytes.subarray(offset, Math.min(offset + length, this.#size));
    if (target === undefined) return Buffer.from(part);
    part.copy(target);
    return target.subarray(0, part.length);
  }

  close(): void {
    this.#letGo();
  }

  readonly discard = async (): Promise<void> => {
    this.#letGo();
    await this.#pending;
    await this.#storage.unlink(this.path);
  };

  #keep(bytes: Buffer): void {
    const needed = this.#size + bytes.length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#size);
      this.#bytes = grown;
    }
    bytes.copy(this.#bytes, this.#size);
    this.#size = needed;
  }

  #letGo(): void {
    this.#follow(this.#writer?.close());
    this.#writer = undefined;
  }

  #follow(work: void | Promise<void>): void {
    if (work === undefined) return;
    const settled = work.catch((cause: unknown) => {
      this.#failure ??= cause;
    });
    this.#pending = Promise.all([this.#pending, settled]).then(() => {});
  }

  #refuseAfterFailure(): void {
    const cause = this.#failure ?? this.#writer?.getError();
    if (cause !== undefined) throw ioFailure("write to", this.path, cause);
  }
}
