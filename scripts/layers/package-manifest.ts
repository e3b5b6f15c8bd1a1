// What a package.json says about imports: its name, what it depends on and which doors it opens. Reads the
// parsed object; no file access.

export type ExportTarget = string | null | { readonly [condition: string]: ExportTarget };

export interface Manifest {
  readonly name: string;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
  readonly exports: Readonly<Record<string, ExportTarget>>;
}

type JsonRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function keysOf(json: JsonRecord, ...fields: readonly string[]): ReadonlySet<string> {
  return new Set(
    fields.flatMap((field) => (isRecord(json[field]) ? Object.keys(json[field]) : [])),
  );
}

function exportsOf(value: unknown): Readonly<Record<string, ExportTarget>> {
  if (typeof value === "string") return { ".": value };
  if (!isRecord(value)) return {};
  const table = value as Readonly<Record<string, ExportTarget>>;
  return Object.keys(table).every((key) => key.startsWith(".")) ? table : { ".": table };
}

export function readManifest(json: unknown): Manifest {
  const record = isRecord(json) ? json : {};
  return {
    name: typeof record["name"] === "string" ? record["name"] : "",
    dependencies: keysOf(record, "dependencies", "peerDependencies", "optionalDependencies"),
    devDependencies: keysOf(record, "devDependencies"),
    exports: exportsOf(record["exports"]),
  };
}

/** The file behind a target, first condition that names one. */
function fileOf(target: ExportTarget | undefined, star: string): string | undefined {
  if (typeof target === "string") return target.replaceAll("*", star).replace(/^\.\//, "");
  if (!target) return undefined;
  return Object.values(target)
    .map((inner) => fileOf(inner, star))
    .find((file) => file !== undefined);
}

/**
 * The file that `subpath` (`.` or `./message`) leads to, from the package's folder; nothing when the
 * package does not export it.
 */
export function resolveExport(manifest: Manifest, subpath: string): string | undefined {
  const exact = manifest.exports[subpath];
  if (exact !== undefined) return fileOf(exact, "");
  const matches = Object.keys(manifest.exports)
    .filter((key) => key.includes("*"))
    .toSorted((a, b) => b.indexOf("*") - a.indexOf("*"));
  for (const key of matches) {
    const [before = "", after = ""] = key.split("*");
    const fits = subpath.startsWith(before) && subpath.endsWith(after);
    if (!fits || subpath.length < before.length + after.length) continue;
    return fileOf(
      manifest.exports[key],
      subpath.slice(before.length, subpath.length - after.length),
    );
  }
  return undefined;
}
