// Finds uses of what a runtime offers everywhere, such as `process.env` or `homedir` of `node:os`, under whatever
// name it is imported and however it is written. Which uses matter is the caller's.
import type { ImportDeclaration, ObjectPattern } from "oxc-parser";
import { literalText } from "./imports.ts";
import { memberPath } from "./member-path.ts";
import type { SourceFile } from "./source-file.ts";
import type { Listeners } from "./walk.ts";

type Members = readonly string[] | "*";

export interface AmbientTable {
  /** For a global object its members, or `*` for all of them. */
  readonly globals: Readonly<Record<string, Members>>;
  /** For a module, without `node:`, its members, or `*` for importing it at all. */
  readonly modules: Readonly<Record<string, Members>>;
}

/** `subject` is the use in its plain form: `process.env`, `Bun.spawn`, `os.homedir`. */
export type FoundUse = (subject: string, offset: number) => void;

function plain(module: string): string {
  return module.replace(/^node:/, "");
}

function membersIn(table: Readonly<Record<string, Members>>, key: string): Members {
  return Object.hasOwn(table, key) ? (table[key] ?? []) : [];
}

function covers(members: Members, name: string): boolean {
  return members === "*" || members.includes(name);
}

function importedName(specifier: ImportDeclaration["specifiers"][number]): string | undefined {
  if (specifier.type !== "ImportSpecifier" || specifier.importKind === "type") return undefined;
  return specifier.imported.type === "Identifier" ? specifier.imported.name : undefined;
}

function patternKeys(pattern: ObjectPattern): { name: string; offset: number }[] {
  return pattern.properties.flatMap((property) => {
    if (property.type !== "Property" || property.key.type !== "Identifier") return [];
    return [{ name: property.key.name, offset: property.start }];
  });
}

export function ambientListeners(
  file: SourceFile,
  { globals, modules }: AmbientTable,
  found: FoundUse,
): Listeners {
  const lists = [...Object.values(globals), ...Object.values(modules)];
  const named = new Set(lists.flatMap((members) => (members === "*" ? [] : members)));
  const mayMatter = (name: string, member: string): boolean =>
    named.has(member) || membersIn(globals, name) === "*";

  const usedMember = (name: string, member: string, offset: number): void => {
    if (!mayMatter(name, member)) return;
    const binding = file.bindings().find(name, offset);
    const origin = binding ? plain(binding.importedFrom ?? "") : name;
    const members = membersIn(binding ? modules : globals, origin);
    if (covers(members, member)) found(`${origin}.${member}`, offset);
  };
  const usedModule = (specifier: string | undefined, offset: number): void => {
    const module = plain(specifier ?? "");
    if (membersIn(modules, module) === "*") found(module, offset);
  };
  return {
    MemberExpression(node) {
      const path = memberPath(node);
      const [name, member] = path?.names ?? [];
      if (path?.names.length !== 2 || name === undefined || member === undefined) return;
      usedMember(name, member, path.offset);
    },
    VariableDeclarator(node) {
      const path = node.init ? memberPath(node.init) : undefined;
      const [name] = path?.names ?? [];
      if (path?.names.length !== 1 || name === undefined || node.id.type !== "ObjectPattern")
        return;
      for (const key of patternKeys(node.id)) usedMember(name, key.name, path.offset);
    },
    ImportDeclaration(node) {
      if (node.importKind === "type") return;
      const module = plain(node.source.value);
      const members = membersIn(modules, module);
      if (members === "*") return usedModule(node.source.value, node.start);
      for (const specifier of node.specifiers) {
        const name = importedName(specifier);
        if (name !== undefined && members.includes(name)) {
          found(`${module}.${name}`, specifier.start);
        }
      }
    },
    ImportExpression: (node) => usedModule(literalText(node.source), node.start),
  };
}
