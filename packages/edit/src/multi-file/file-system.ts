// Owns the narrow view of a file system that plans are made from and carried out on. The host gives
// the implementation; nothing here touches a disk.

import type { TextDocument } from "../document/text-document.ts";

/** What stands at a path. */
export type FileState =
  | { readonly kind: "missing" }
  | { readonly kind: "directory" }
  | {
      readonly kind: "file";
      readonly bytes: Uint8Array;
      /** Permission bits, kept when a removed file has to be put back. */
      readonly mode?: number;
      /** The bytes as a document, when the host has it already. */
      readonly document?: TextDocument;
    };

/** What the plan asks the host about a path, answered from states it has read before. */
export type FileLookup = (path: string) => FileState;

/** Every member rejects when it fails and then leaves the path as it was. */
export interface EditFileSystem {
  /** Follows symbolic links; a missing path is an answer, not an error. */
  read(path: string): Promise<FileState>;
  /** Makes a file and its parent directories; rejects when the path exists. */
  create(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  /** Swaps the content in one step; mode and symbolic links stay. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /** Renames, making parent directories; rejects when `to` exists. */
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}
