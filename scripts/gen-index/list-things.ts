// Which things a folder holds: a file, a folder with an entry of its own name or `index.ts`, or a JSON file.
// Refuses what it cannot list rather than leaving it out.
import { readdirSync, readFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { GenIndexError, type FolderSpec } from "./folder-spec.ts";

export interface Thing {
  /** Kebab-case name: the file's or the folder's. */
  readonly name: string;
  /** From the folder: `./read.ts`, `./bash/bash.ts`. */
  readonly specifier: string;
}

const NEVER: ReadonlySet<string> = new Set(["fixtures", "node_modules", "__snapshots__"]);
const LEFT_OUT = /\.(?:test|bench|gen|d)\.ts$/;

function hasDefaultExport(path: string): boolean {
  const { program } = parseSync(path, readFileSync(path, "utf8"));
  return program.body.some((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return true;
    if (statement.type !== "ExportNamedDeclaration") return false;
    return statement.specifiers.some(
      ({ exported }) => exported.type === "Identifier" && exported.name === "default",
    );
  });
}

function requireDefault(root: string, folder: string, specifier: string): void {
  if (hasDefaultExport(join(root, folder, specifier))) return;
  throw new GenIndexError(
    `${folder}/${specifier.slice(2)} has no default export; each file here is one thing. ` +
      `Export it as default, move it into a folder of its own, or list it under "skip" in scripts/gen-index.json`,
  );
}

function fileThing({ name }: Dirent, spec: FolderSpec, root: string): Thing[] {
  if (spec.json && name.endsWith(".json")) {
    return [{ name: name.slice(0, -".json".length), specifier: `./${name}` }];
  }
  if (!name.endsWith(".ts") || LEFT_OUT.test(name)) return [];
  requireDefault(root, spec.folder, `./${name}`);
  return [{ name: name.slice(0, -".ts".length), specifier: `./${name}` }];
}

function folderThing(
  { name }: Dirent,
  spec: FolderSpec,
  root: string,
  siblings: readonly string[],
): Thing[] {
  const inside = readdirSync(join(root, spec.folder, name));
  const entries = spec.entry === undefined ? [`${name}.ts`, "index.ts"] : [spec.entry];
  const entry = entries.find((file) => inside.includes(file));
  if (entry !== undefined) {
    requireDefault(root, spec.folder, `./${name}/${entry}`);
    return [{ name, specifier: `./${name}/${entry}` }];
  }
  // `bash/` beside `bash.ts` is where that thing keeps its parts.
  if (siblings.includes(`${name}.ts`)) return [];
  throw new GenIndexError(
    `${spec.folder}/${name} has no ${entries.join(" or ")}; add it, or list the folder under "skip" in scripts/gen-index.json`,
  );
}

/** Sorted by name, whatever the file system's order. */
export function listThings(root: string, spec: FolderSpec): Thing[] {
  const entries = readdirSync(join(root, spec.folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && !NEVER.has(name) && !spec.skip.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const siblings = entries.map(({ name }) => name);
  const things = entries.flatMap((entry) =>
    entry.isDirectory() ? folderThing(entry, spec, root, siblings) : fileThing(entry, spec, root),
  );
  const twice = things.find(
    ({ name }, index) => things.findIndex((other) => other.name === name) < index,
  );
  if (twice) throw new GenIndexError(`${spec.folder}: two things are called ${twice.name}`);
  return things.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
