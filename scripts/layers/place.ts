// Where a file stands in the repository, read from its path alone. Knows the folder conventions
// (`packages/<name>/…`, `*.test.ts`, `testing/`, `*.gen.ts`) and nothing of what a file contains.

export interface Place {
  /** Path from the repository root, with forward slashes. */
  readonly path: string;
  /** Folder name below `packages/`; absent for `scripts/`, `benchmarks/` and the like. */
  readonly package?: string;
  /** Path below the package folder, or below the top folder outside of packages. */
  readonly inner: string;
  /** First folder of the path: `packages`, `scripts`, `benchmarks`. */
  readonly area: string;
  readonly isTest: boolean;
  /** Code or data that exists for tests: below a `testing/` or `fixtures/` folder. */
  readonly isTestSupport: boolean;
  readonly isGenerated: boolean;
}

export function placeOf(path: string): Place {
  const [area = "", ...rest] = path.split("/");
  const inPackage = area === "packages" && rest.length > 1;
  return {
    path,
    ...(inPackage && rest[0] !== undefined ? { package: rest[0] } : {}),
    inner: (inPackage ? rest.slice(1) : rest).join("/"),
    area,
    isTest: /\.test\.[cm]?tsx?$/.test(path),
    isTestSupport: /(^|\/)(testing|fixtures)\//.test(path),
    isGenerated: /\.gen\.[cm]?tsx?$/.test(path),
  };
}

/** The file name up to its first dot: `read` for `tools/read.test.ts`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** True when `path` is `folder` itself or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
