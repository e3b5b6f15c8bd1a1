// Files that a build puts into the program, compressed: ripgrep and grammars. From source there are none, because npm's
// packages hold them; `scripts/build.ts` puts a module with the same exports in the place of this one.

/** One file inside the program. */
export interface EmbeddedFile {
  /** Of the file compressed with zstd; can be read with `Bun.file`. */
  readonly path: string;
  /** Of the file as it was before. */
  readonly sha256: string;
}

/** By name: `rg-<platform>`, `xml-<platform>.node`, `<grammar>.wasm`. */
export const embeddedFiles: Readonly<Record<string, EmbeddedFile>> = {};
