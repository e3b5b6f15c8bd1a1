// Binary content kept once under its hash, outside session files. Writing the same bytes again costs
// nothing; a blob that is missing is an answer, not a fault.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "blob:sha256:";

/** A folder of blobs, shared by all sessions. */
export class BlobStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Keeps the bytes and returns their reference. */
  put(bytes: Uint8Array): string {
    const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    const path = join(this.#directory, hash);
    if (!existsSync(path)) this.#write(path, bytes);
    return PREFIX + hash;
  }

  /** The bytes behind a reference, or undefined when they are gone. */
  get(reference: string): Buffer | undefined {
    const hash = reference.slice(PREFIX.length);
    if (!isBlobReference(reference)) return undefined;
    try {
      return readFileSync(join(this.#directory, hash));
    } catch {
      // Deleted or never synced to this machine; the caller keeps the reference and says so.
      return undefined;
    }
  }

  #write(path: string, bytes: Uint8Array): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const temporary = `${path}.${crypto.randomUUID()}.tmp`;
    try {
      writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}

/** True for `blob:sha256:<64 hex digits>`. */
export function isBlobReference(text: unknown): text is string {
  return typeof text === "string" && /^blob:sha256:[0-9a-f]{64}$/.test(text);
}
