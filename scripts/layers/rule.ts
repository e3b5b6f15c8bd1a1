// What a rule is: a name, what it allows, what to do about a violation, and a check over one file or over the
// whole tree. Rules never read files and never print.
import type { LayersConfig } from "./config.ts";
import type { Manifest } from "./package-manifest.ts";
import type { Target } from "./resolve.ts";
import type { FileFacts, SourceFile } from "./source-file.ts";
import type { ImportUse } from "./imports.ts";
import type { Listeners } from "./walk.ts";

/** Something that breaks a rule, before exceptions are taken off. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
  /** What exceptions may name, such as `Bun.spawn`. */
  readonly subject?: string;
}

export interface Violation extends Finding {
  readonly rule: string;
}

/** One import with what it points at. */
export interface Edge {
  readonly from: FileFacts;
  readonly use: ImportUse;
  readonly target: Target;
  readonly line: number;
}

export interface Tree {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly rootManifest: Manifest;
  readonly edges: readonly Edge[];
}

/** Where a file rule puts what it finds. */
export type Report = (offset: number, message: string, subject?: string) => void;

export interface Rule {
  readonly id: string;
  /** One sentence: what is allowed. */
  readonly allowed: string;
  /** One sentence: what to do about a violation. */
  readonly remedy: string;
  /** Looks at one file; the listeners it returns take part in the one walk over its syntax. */
  readonly checkFile?: (file: SourceFile, config: LayersConfig, report: Report) => Listeners | void;
  /** Looks at all files and imports at once. */
  readonly checkTree?: (tree: Tree, config: LayersConfig) => readonly Finding[];
}

/** A finding at an import. */
export function atEdge({ from, line }: Edge, message: string): Finding {
  return { path: from.place.path, line, message };
}
