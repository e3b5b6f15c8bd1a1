// What a person has decided about projects and their items, and the only way to change it. Trust of a folder
// reaches its subfolders, up to the next repository; consent is to one item with one content.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { withFileLock } from "../platform/atomic-file.ts";
import { UserError } from "../platform/exit-codes.ts";
import { type ConsentItem, fingerprint } from "./consent-item.ts";
import { type FolderIdentity, identifyFolder, isSameFolder } from "./folder-identity.ts";
import {
  type ProjectRecord,
  readTrustFile,
  type TrustRead,
  type TrustRecords,
  writeTrustFile,
} from "./trust-file.ts";

/**
 * What is known of a folder. `replaced`: another folder stands where a trusted one stood. All but `trusted` mean
 * that nothing of the project is interpreted.
 */
export type TrustState = "undecided" | "trusted" | "refused" | "replaced";

/** Where decisions are kept, and what keeping them needs. */
export interface TrustPlace {
  readonly file: string;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
}

/** The decisions of one person; read when first asked for. */
export class TrustStore {
  readonly #place: TrustPlace;
  #read: TrustRead | undefined;

  constructor(place: TrustPlace) {
    this.#place = place;
  }

  /** Why the decisions cannot be used, if so. */
  get problem(): string | undefined {
    const read = this.#load();
    return read.ok ? undefined : read.problem;
  }

  get records(): TrustRecords {
    const read = this.#load();
    return read.ok ? read.records : { projects: [], consents: [] };
  }

  /** What is known of the project that a path lies in. */
  stateOf(path: string): TrustState {
    const { projects } = this.records;
    if (projects.length === 0) return "undecided";
    for (const folder of foldersUpToRepository(path)) {
      const record = projects.find((each) => each.folder.path === folder);
      if (record === undefined) continue;
      const now = identifyFolder(folder);
      return now !== undefined && isSameFolder(now, record.folder) ? record.decision : "replaced";
    }
    return "undecided";
  }

  /** Whether the project that a path lies in is trusted. */
  isTrusted(path: string): boolean {
    return this.stateOf(path) === "trusted";
  }

  /** Whether just this item, with just this content, may run in a project that is trusted. */
  hasConsent(project: string, item: ConsentItem): boolean {
    if (!this.isTrusted(project)) return false;
    const wanted = fingerprint(item);
    const path = identifyFolder(project)?.path;
    return this.records.consents.some(
      (each) => each.project === path && each.fingerprint === wanted,
    );
  }

  /** Remembers what a person decided about a folder. */
  async decide(path: string, decision: ProjectRecord["decision"]): Promise<FolderIdentity> {
    const folder = identifyFolder(path);
    if (folder === undefined) throw new UserError(`There is no folder ${path}.`);
    await this.#change(({ projects, consents }) => ({
      projects: [
        ...projects.filter((each) => each.folder.path !== folder.path),
        { folder, decision, decidedAt: this.#time() },
      ],
      // A no, or another folder in the same place, ends what was agreed to in the old one.
      consents: consents.filter(
        (each) => each.project !== folder.path || (decision === "trusted" && this.isTrusted(path)),
      ),
    }));
    return folder;
  }

  /** Remembers a person's yes to items of a project. */
  async consent(project: string, items: readonly ConsentItem[]): Promise<void> {
    const path = identifyFolder(project)?.path;
    if (path === undefined || !this.isTrusted(project))
      throw new UserError(`${project} is not trusted, so nothing of it can be allowed.`, "refused");
    const isSame = (a: ConsentItem, b: ConsentItem): boolean =>
      a.kind === b.kind && a.name === b.name && a.path === b.path;
    await this.#change(({ projects, consents }) => ({
      projects,
      consents: [
        ...consents.filter(
          (each) => each.project !== path || !items.some((item) => isSame(item, each.item)),
        ),
        ...items.map((item) => ({
          project: path,
          fingerprint: fingerprint(item),
          item,
          decidedAt: this.#time(),
        })),
      ],
    }));
  }

  /** Forgets a folder and all that was agreed to in it; false when nothing was known. */
  async forget(path: string): Promise<boolean> {
    const names = new Set([path, identifyFolder(path)?.path]);
    let isKnown = false;
    await this.#change(({ projects, consents }) => {
      isKnown = projects.some((each) => names.has(each.folder.path));
      return {
        projects: projects.filter((each) => !names.has(each.folder.path)),
        consents: consents.filter((each) => !names.has(each.project)),
      };
    });
    return isKnown;
  }

  async #change(change: (records: TrustRecords) => TrustRecords): Promise<void> {
    const { file, platform } = this.#place;
    await withFileLock(`${file}.lock`, { platform, timeoutMs: 5000 }, () => {
      this.#read = readTrustFile(file, platform);
      if (!this.#read.ok) throw new UserError(this.#read.problem, "error");
      const records = change(this.#read.records);
      writeTrustFile(file, records);
      this.#read = { ok: true, records };
    });
  }

  #load(): TrustRead {
    return (this.#read ??= readTrustFile(this.#place.file, this.#place.platform));
  }

  #time(): string {
    return new Date(this.#place.now()).toISOString();
  }
}

/** The real folder of a path and those above it, ending with the root of its repository. */
export function foldersUpToRepository(path: string): string[] {
  const start = identifyFolder(path)?.path ?? folderOfFile(path);
  if (start === undefined) return [];
  const folders = [start];
  for (let at = start; !existsSync(join(at, ".git")) && dirname(at) !== at;) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

/** Where a file really lies; a link out of a project does not take the project's trust along. */
function folderOfFile(path: string): string | undefined {
  try {
    return dirname(realpathSync.native(path));
  } catch {
    // No such file, and so nothing to trust.
    return undefined;
  }
}
