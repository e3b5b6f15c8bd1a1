// Every way in which a module names another one: static, re-exported, dynamic, `require` and inside a type.
// Knows syntax only; what a specifier points at is decided elsewhere.
import type { ImportDeclaration, ImportOrExportKind, Node } from "oxc-parser";
import type { Listeners } from "./walk.ts";

/** `lazy` is `import()`; `side-effect` binds no name at all. */
export type ImportForm = "static" | "re-export" | "lazy" | "side-effect";

export interface ImportUse {
  readonly specifier: string;
  readonly form: ImportForm;
  /** True when nothing of it remains at run time. */
  readonly isType: boolean;
  readonly offset: number;
}

type KindOfSpecifier = { readonly kind: ImportOrExportKind | undefined };

function isTypeOnly(
  whole: ImportOrExportKind | undefined,
  specifiers: readonly KindOfSpecifier[],
): boolean {
  if (whole === "type") return true;
  return specifiers.length > 0 && specifiers.every(({ kind }) => kind === "type");
}

function kindsOf(declaration: ImportDeclaration): KindOfSpecifier[] {
  return declaration.specifiers.map((specifier) => ({
    kind: specifier.type === "ImportSpecifier" ? specifier.importKind : "value",
  }));
}

/** The text of a string literal or of a template without holes. */
export function literalText(node: Node | null | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** Listeners that hand over each import of a file, in source order. */
export function importListeners(found: (use: ImportUse) => void): Listeners {
  const add = (source: Node | null | undefined, form: ImportForm, isType: boolean): void => {
    const specifier = literalText(source);
    if (source && specifier !== undefined) found({ specifier, form, isType, offset: source.start });
  };
  return {
    ImportDeclaration(node) {
      const kinds = kindsOf(node);
      const isBare = kinds.length === 0 && node.importKind !== "type";
      add(node.source, isBare ? "side-effect" : "static", isTypeOnly(node.importKind, kinds));
    },
    ExportNamedDeclaration(node) {
      const kinds = node.specifiers.map(({ exportKind }) => ({ kind: exportKind }));
      add(node.source, "re-export", isTypeOnly(node.exportKind, kinds));
    },
    ExportAllDeclaration: (node) => add(node.source, "re-export", node.exportKind === "type"),
    ImportExpression: (node) => add(node.source, "lazy", false),
    TSImportType: (node) => add(node.source, "static", true),
    TSExternalModuleReference: (node) => add(node.expression, "static", false),
    CallExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "require") {
        add(node.arguments[0], "static", false);
      }
    },
  };
}
