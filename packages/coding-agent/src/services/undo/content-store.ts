// Content under its hash: kept once, read back only if it is what its hash says, let go of when nothing names it.
import type { Database } from "bun:sqlite";
import { PackFiles, type PackPlace } from "./pack-files.ts";

type BlobRow = PackPlace & { readonly hash: string };

/** The content of one workspace's journal. */
export class ContentStore implements Disposable {
  readonly #database: Database;
  readonly #packs: PackFiles;
  /** Places that are not in the database yet. */
  #fresh = new Map<string, PackPlace>();
  #isEmpty: boolean;

  constructor(database: Database, directory: string) {
    this.#database = database;
    this.#packs = new PackFiles(directory);
    this.#isEmpty = database.query("SELECT 1 FROM blob LIMIT 1").get() === null;
  }

  /** Bytes on disk. */
  get bytes(): number {
    return this.#packs.list().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Keeps content; it is safe once `save` has run. */
  keep(bytes: Uint8Array): string {
    const hash = hashContent(bytes);
    if (this.#placeOf(hash) === undefined) this.#fresh.set(hash, this.#packs.add(bytes));
    return hash;
  }

  /** Undefined when it was let go of or is damaged. */
  read(hash: string): Buffer | undefined {
    const place = this.#placeOf(hash);
    const bytes = place && this.#packs.read(place);
    return bytes !== undefined && hashContent(bytes) === hash ? bytes : undefined;
  }

  has(hash: string): boolean {
    return this.#placeOf(hash) !== undefined;
  }

  /** Writes what was kept; belongs into the transaction that names it. */
  save(): void {
    if (this.#fresh.size === 0) return;
    this.#packs.flush();
    const insert = this.#database.prepare(
      "INSERT OR REPLACE INTO blob (hash, pack, at, size) VALUES (?, ?, ?, ?)",
    );
    for (const [hash, { pack, at, size }] of this.#fresh) insert.run(hash, pack, at, size);
    this.#fresh = new Map();
    this.#isEmpty = false;
  }

  /** Lets go of what nothing names; packs that are mostly empty are rewritten. */
  collect(): void {
    this.#database.run(`DELETE FROM blob WHERE hash NOT IN (
      SELECT hash FROM file WHERE hash IS NOT NULL
      UNION SELECT before_hash FROM change WHERE before_hash IS NOT NULL
      UNION SELECT after_hash FROM change WHERE after_hash IS NOT NULL)`);
    const usedBytes = new Map<string, number>(
      this.#database
        .query<{ pack: string; used: number }, []>(
          "SELECT pack, sum(size) AS used FROM blob GROUP BY pack",
        )
        .all()
        .map(({ pack, used }) => [pack, used]),
    );
    for (const { pack, bytes } of this.#packs.list()) {
      const used = usedBytes.get(pack) ?? 0;
      if (used * 2 > bytes) continue;
      if (used > 0) this.#moveOut(pack);
      this.#packs.remove(pack);
    }
  }

  [Symbol.dispose](): void {
    this.#packs[Symbol.dispose]();
  }

  #moveOut(pack: string): void {
    const rows = this.#database
      .query<BlobRow, [string]>("SELECT hash, pack, at, size FROM blob WHERE pack = ?")
      .all(pack);
    for (const { hash, ...place } of rows) {
      const bytes = this.#packs.read(place);
      if (bytes !== undefined) this.#fresh.set(hash, this.#packs.add(bytes));
    }
    this.#database.transaction(() => this.save())();
  }

  #placeOf(hash: string): PackPlace | undefined {
    const fresh = this.#fresh.get(hash);
    if (fresh !== undefined || this.#isEmpty) return fresh;
    const row = this.#database
      .query<PackPlace, [string]>("SELECT pack, at, size FROM blob WHERE hash = ?")
      .get(hash);
    return row ?? undefined;
  }
}

export function hashContent(bytes: Uint8Array): string {
  return Bun.CryptoHasher.hash("sha256", bytes, "hex");
}
