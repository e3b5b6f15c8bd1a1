// No setting is dead: whatever a domain declares is read somewhere. A setting that nothing reads belongs to the planned
// ones, which are listed as unused.
import { describe, expect, test } from "bun:test";
import { dirname, join, relative, resolve } from "node:path";

const root = import.meta.dir;
const LIST = "assemble/declared-settings.ts";
const IMPORT = /import (?:type )?(\{[^}]*\}|\* as \w+) from "(\.[^"]+)"/g;

const sources = new Map(
  await Promise.all(
    [...new Bun.Glob("**/*.ts").scanSync(root)]
      .filter((name) => !/\.test\.ts$|^testing\//.test(name))
      .map(async (name) => [name, await Bun.file(join(root, name)).text()] as const),
  ),
);

interface Imported {
  readonly target: string;
  readonly what: string;
  /** The file without that import. */
  readonly rest: string;
}

function importsOf(name: string): Imported[] {
  const text = sources.get(name) ?? "";
  return [...text.matchAll(IMPORT)].map((match) => ({
    target: relative(root, resolve(root, dirname(name), match[2] ?? "")),
    what: match[1] ?? "",
    rest: text.slice(0, match.index) + text.slice(match.index + match[0].length),
  }));
}

/** Names of a domain that some other file imports and uses. */
function readNames(domain: string): Set<string> {
  const others = [...sources.keys()].filter((name) => name !== LIST);
  const imports = others.flatMap(importsOf).filter(({ target }) => target === domain);
  return new Set(imports.flatMap(usedNames));
}

function usedNames({ what, rest }: Imported): string[] {
  const space = /^\* as (\w+)$/.exec(what)?.[1];
  if (space !== undefined) {
    const taken = new RegExp(`\\{([^}]*)\\} = ${space}\\b`).exec(rest)?.[1] ?? "";
    const members = rest.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, "g"));
    return [...(taken.match(/\w+/g) ?? []), ...Array.from(members, ([, name = ""]) => name)];
  }
  return Array.from(what.matchAll(/(?:type )?(\w+)(?: as (\w+))?/g))
    .filter(([, given = "", local = given]) => new RegExp(`\\b${local}\\b`).test(rest))
    .map(([, given = ""]) => given);
}

const domains = importsOf(LIST)
  .map(({ target }) => target)
  .filter((target) => target.endsWith("settings.ts"));

describe("every declared setting is read", () => {
  test("all domains are looked at", () => {
    expect(domains).toContain("modes/interactive/settings.ts");
    expect(domains.length).toBeGreaterThan(10);
  });

  for (const domain of domains) {
    test(domain, async () => {
      const declared = Object.keys((await import(join(root, domain))) as object);
      const read = readNames(domain);
      expect(declared.filter((name) => !read.has(name))).toEqual([]);
    });
  }
});
