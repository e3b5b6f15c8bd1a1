// Which keys the configuration files of a repository set, with the files of the project that they include: a file elsewhere
// is the user's own. Only the names count here; what git makes of the values is git's business.
import { dirname, join, resolve } from "node:path";
import { isInside, readSmall, type Repository } from "./find-repository.ts";

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_DEPTH = 10;

/** `section.key` or `section.name.key`, with section and key in lower case. */
export function repositoryKeys({ top, folder, common }: Repository): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (file: string, depth: number): void => {
    const text = depth > MAX_DEPTH ? undefined : readSmall(file, MAX_CONFIG_BYTES);
    for (const { key, value } of configEntries(text ?? "")) {
      found.add(key);
      if (!/^include(?:if\..*)?\.path$/s.test(key)) continue;
      const included = resolve(dirname(file), value);
      if (isInside(included, top) || isInside(included, common)) collect(included, depth + 1);
    }
  };
  for (const file of [join(common, "config"), join(folder, "config.worktree")]) collect(file, 0);
  return found;
}

export interface ConfigEntry {
  readonly key: string;
  /** As written, without the quotes around it. */
  readonly value: string;
}

const HEADER = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\]/;
const ENTRY = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;

/** Reads git's configuration text; lines that git would refuse are passed over. */
export function configEntries(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  for (const line of text.replaceAll(/\\\r?\n/g, "").split(/\r?\n/)) {
    let rest = line.trim();
    const header = HEADER.exec(rest);
    if (header !== null) {
      const [whole, name = "", sub] = header;
      section =
        sub === undefined
          ? name.toLowerCase()
          : `${name.toLowerCase()}.${sub.replaceAll(/\\(.)/g, "$1")}`;
      rest = rest.slice(whole.length).trim();
    }
    const [, key, value = ""] = ENTRY.exec(rest) ?? [];
    if (key !== undefined)
      entries.push({ key: `${section}.${key.toLowerCase()}`, value: plainValue(value) });
  }
  return entries;
}

function plainValue(value: string): string {
  const quoted = /^"((?:\\.|[^"\\])*)"/.exec(value)?.[1];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? value.replace(/\s*[;#].*$/, "").trim();
}
