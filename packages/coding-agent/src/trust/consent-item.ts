// One thing of a project that wants to run or to send: what it is, byte for byte. Its fingerprint changes when
// anything of that changes, and with it ends every consent that was given.
import { readFileSync, realpathSync } from "node:fs";
import { sep } from "node:path";

/** Kinds of things that wait for a yes of their own. */
export const ITEM_KINDS = [
  "settings",
  "extension",
  "hook",
  "tool",
  "mcp-server",
  "lsp-server",
  "ssh-host",
  "env-file",
  "command",
] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** What wants to run or to send, as it would be done. */
export interface ConsentItem {
  readonly kind: ItemKind;
  /** What people know it by. */
  readonly name: string;
  /** Canonical path of the file that was hashed. */
  readonly path: string;
  /** SHA-256 of that file. */
  readonly hash: string;
  /** Program and arguments; empty when nothing is started. */
  readonly commandLine: readonly string[];
  /** Names, never values, of the variables that it would be given. */
  readonly envNames: readonly string[];
  /** Address that it would talk to. */
  readonly url?: string;
}

/** An item together with the very bytes that were hashed: use these, never read the file again. */
export interface ReadItem {
  readonly item: ConsentItem;
  readonly bytes: Uint8Array;
}

/** What a domain knows of an item before its file is read. */
export interface ItemSource {
  readonly kind: ItemKind;
  readonly name: string;
  readonly file: string;
  readonly commandLine?: readonly string[];
  readonly envNames?: readonly string[];
  readonly url?: string;
}

/** Reads the file of an item and hashes it; undefined where there is none. */
export function readConsentItem(source: ItemSource): ReadItem | undefined {
  const { kind, name, file, commandLine = [], envNames = [], url } = source;
  try {
    const path = realpathSync.native(file);
    const bytes = readFileSync(path);
    const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    const item = { kind, name, path, hash, commandLine, envNames: envNames.toSorted() };
    return { item: { ...item, ...(url !== undefined && { url }) }, bytes };
  } catch {
    // Gone or unreadable: there is nothing that could be agreed to.
    return undefined;
  }
}

/** One text for all that a person agrees to. */
export function fingerprint(item: ConsentItem): string {
  const { kind, name, path, hash, commandLine, envNames, url = null } = item;
  const facts = JSON.stringify([kind, name, path, hash, commandLine, envNames.toSorted(), url]);
  return new Bun.CryptoHasher("sha256").update(facts).digest("hex");
}

/** Whether the file of an item lies outside the project that names it, as a link can make it. */
export function isOutside(item: ConsentItem, projectPath: string): boolean {
  return item.path !== projectPath && !item.path.startsWith(projectPath + sep);
}
