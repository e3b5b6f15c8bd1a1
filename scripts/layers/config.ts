// The shape of `scripts/layers.json` (and the folders of `gen-index.json`): who may import whom, the limits, and the exceptions with their
// reasons. Only data; the rules give it its meaning.

/** Files that a rule does not bind, and why. */
export interface AllowEntry {
  readonly rules: readonly string[];
  /** Paths or globs from the repository root. */
  readonly files: readonly string[];
  /** Only these subjects (such as `Bun.spawn`); absent means whatever the rule finds. */
  readonly only?: readonly string[];
  readonly reason: string;
}

/** A folder whose members must not import one another. */
export interface IsolatedFolder {
  readonly folder: string;
  /** Members that all others may import. */
  readonly shared: readonly string[];
}

/** A package that only one corner of another may import. */
export interface ReservedPackage {
  readonly package: string;
  readonly importer: string;
  readonly onlyFrom: readonly string[];
}

/** A program's first file, which must start fast. */
export interface Entry {
  readonly file: string;
  /** Folders beside it that it may import statically; everything else by `await import()`. */
  readonly eager: readonly string[];
}

export interface Limits {
  readonly fileLines: number;
  readonly typeMembers: number;
  readonly fanOut: number;
}

export interface LayersConfig {
  /** For each folder of `packages/`, the ones it may import; `*` is all of them. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Packages that only tests, benchmarks and the package itself may import. */
  readonly testOnly: readonly string[];
  /** For a package, the folders and files of its `src`, lowest first. */
  readonly order: Readonly<Record<string, readonly string[]>>;
  readonly isolated: readonly IsolatedFolder[];
  readonly reserved: readonly ReservedPackage[];
  readonly entries: readonly Entry[];
  readonly limits: Limits;
  /** File and folder names that say nothing. */
  readonly forbiddenNames: readonly string[];
  /** Expressions that hold a provider or tool id, by their last names (`tool.name`). */
  readonly idExpressions: readonly string[];
  /** Folders in which each file is one thing with a default export (from `gen-index.json`). */
  readonly thingFolders: readonly string[];
  readonly allow: readonly AllowEntry[];
}
