// What a specifier points at: a file of the repository, another workspace package, an outside package or the
// runtime. Works on the lists it is given; no file access.
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { resolveExport, type Manifest } from "./package-manifest.ts";
import type { Place } from "./place.ts";

export type Target =
  /** A file of the repository, reached by a path. */
  | { readonly kind: "file"; readonly path: string }
  /** A workspace package, reached by its name; `path` is absent when it exports no such thing. */
  | { readonly kind: "workspace"; readonly package: string; readonly path?: string }
  | { readonly kind: "external"; readonly name: string }
  | { readonly kind: "builtin" };

export interface Workspace {
  /** Source files of the repository. */
  readonly files: ReadonlySet<string>;
  /** Manifests by folder name below `packages/`. */
  readonly manifests: ReadonlyMap<string, Manifest>;
}

export type Resolver = (from: Place, specifier: string) => Target;

function isRuntime(specifier: string): boolean {
  return isBuiltin(specifier) || specifier === "bun" || specifier.startsWith("bun:");
}

/** `@scope/name` or `name` of a specifier with or without a subpath. */
function packageNameOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function fileFor(files: ReadonlySet<string>, path: string): string {
  const asSource = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [path, asSource, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((candidate) => files.has(candidate)) ?? path;
}

export function makeResolver({ files, manifests }: Workspace): Resolver {
  const folders = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const cache = new Map<string, Target>();

  const resolvePackage = (specifier: string): Target => {
    const name = packageNameOf(specifier);
    const folder = folders.get(name);
    const manifest = folder === undefined ? undefined : manifests.get(folder);
    if (folder === undefined || !manifest) return { kind: "external", name };
    const file = resolveExport(manifest, `.${specifier.slice(name.length)}`);
    if (file === undefined) return { kind: "workspace", package: folder };
    return { kind: "workspace", package: folder, path: `packages/${folder}/${file}` };
  };

  return (from, specifier) => {
    if (specifier.startsWith(".")) {
      const path = posix.join(posix.dirname(from.path), specifier);
      return { kind: "file", path: fileFor(files, path) };
    }
    if (isRuntime(specifier)) return { kind: "builtin" };
    const known = cache.get(specifier);
    if (known) return known;
    const target = resolvePackage(specifier);
    cache.set(specifier, target);
    return target;
  };
}
