// Reads the repository from disk: which source files there are, their text, and the manifests of the
// packages. The only part of the checker that touches files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest, type Manifest } from "./package-manifest.ts";

export interface TreeOnDisk {
  /** Paths from the root, sorted. */
  readonly paths: readonly string[];
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly rootManifest: Manifest;
  read(path: string): string;
}

const AREAS = ["packages", "scripts", "benchmarks"];
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist", "fixtures", "coverage"]);
const SOURCE = /\.[cm]?tsx?$/;

/** A tree that cannot be checked, said for people. */
export class UnreadableTree extends Error {
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.name = "UnreadableTree";
  }
}

function sourcePaths(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isHidden = SKIPPED.has(entry.name) || entry.name.startsWith(".");
      return isHidden ? [] : sourcePaths(root, path);
    }
    return entry.isFile() && SOURCE.test(entry.name) ? [path] : [];
  });
}

function manifestAt(root: string, path: string): Manifest {
  if (!existsSync(join(root, path))) return readManifest({});
  try {
    return readManifest(JSON.parse(readFileSync(join(root, path), "utf8")));
  } catch (cause) {
    throw new UnreadableTree(path, cause instanceof Error ? cause.message : String(cause));
  }
}

function packageFolders(root: string): string[] {
  if (!existsSync(join(root, "packages"))) return [];
  const entries = readdirSync(join(root, "packages"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export function openTree(root: string): TreeOnDisk {
  const folders = packageFolders(root).toSorted();
  const paths = AREAS.flatMap((area) => sourcePaths(root, area)).toSorted();
  if (paths.length + folders.length === 0)
    throw new UnreadableTree(root, `no source below ${AREAS.join(", ")}`);
  return {
    paths,
    manifests: new Map(
      folders.map((folder) => [folder, manifestAt(root, `packages/${folder}/package.json`)]),
    ),
    rootManifest: manifestAt(root, "package.json"),
    read: (path) => readFileSync(join(root, path), "utf8"),
  };
}
