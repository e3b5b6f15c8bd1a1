// Rule: a module holds no state that changes. Finds what can be seen in the file itself: reassignable names,
// static fields, and top-level containers that some code in the file writes to.
import type { Expression, Node, Program, VariableDeclarator } from "oxc-parser";
import { boundNames } from "../bindings.ts";
import { memberPath } from "../member-path.ts";
import type { Report, Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";
import type { Listeners } from "../walk.ts";

const WRITERS: ReadonlySet<string> = new Set(
  `push pop shift unshift splice sort reverse fill copyWithin
  set add delete clear getOrInsert getOrInsertComputed`.split(/\s+/),
);

const OBJECT_WRITERS: ReadonlySet<string> = new Set(
  `Object.assign Object.defineProperty Object.defineProperties Object.setPrototypeOf
  Reflect.set Reflect.defineProperty Reflect.deleteProperty`.split(/\s+/),
);

function bare(expression: Expression): Expression {
  const isCast =
    expression.type === "TSAsExpression" || expression.type === "TSSatisfiesExpression";
  return isCast ? bare(expression.expression) : expression;
}

function isContainer(init: Expression | null): boolean {
  if (!init) return false;
  const value = bare(init);
  if (value.type === "CallExpression") {
    return memberPath(value.callee)?.names.join(".") === "Object.create";
  }
  // A sticky RegExp whose `lastIndex` is set before each use holds nothing between uses.
  if (value.type === "NewExpression") return memberPath(value.callee)?.names.at(-1) !== "RegExp";
  return value.type === "ArrayExpression" || value.type === "ObjectExpression";
}

function topLevelDeclarations(program: Program) {
  return program.body
    .map((statement) => {
      const isExport = statement.type === "ExportNamedDeclaration" && statement.declaration;
      return isExport ? statement.declaration : statement;
    })
    .filter((statement) => statement?.type === "VariableDeclaration")
    .filter((declaration) => !declaration.declare);
}

function reportReassignable(declarators: readonly VariableDeclarator[], report: Report): void {
  for (const { id } of declarators) {
    for (const name of boundNames(id)) report(id.start, `${name} can be reassigned`, name);
  }
}

function containerNames(declarators: readonly VariableDeclarator[]): string[] {
  return declarators
    .filter(({ init }) => isContainer(init))
    .flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

/** Listeners that report every write to one of `names`, once for each name. */
function writeListeners(file: SourceFile, names: ReadonlySet<string>, report: Report): Listeners {
  const reported = new Set<string>();
  const written = (target: Node, how: string): void => {
    const path = memberPath(target);
    const name = path?.names[0] ?? "";
    if (!path || !names.has(name) || reported.has(name)) return;
    if (file.bindings().find(name, path.offset)?.isTopLevel !== true) return;
    reported.add(name);
    report(path.offset, `${name} is changed here (${how})`, name);
  };
  const writtenMember = (target: Node, how: string): void => {
    if (target.type === "MemberExpression") written(target, how);
  };
  return {
    AssignmentExpression: (node) => writtenMember(node.left, "assignment"),
    UpdateExpression: (node) => writtenMember(node.argument, node.operator),
    UnaryExpression(node) {
      if (node.operator === "delete") writtenMember(node.argument, "delete");
    },
    CallExpression(node) {
      const callee = memberPath(node.callee);
      const method = callee?.names.at(-1) ?? "";
      const [first] = node.arguments;
      if (OBJECT_WRITERS.has(callee?.names.join(".") ?? "")) {
        if (first && first.type !== "SpreadElement") written(first, method);
      } else if (WRITERS.has(method)) writtenMember(node.callee, method);
    },
  };
}

export default {
  id: "module-state",
  allowed: "Top-level names are constants and their contents never change.",
  remedy:
    "Hold the state in a value that the caller creates (a function or class that returns it).",
  checkFile(file, _config, report) {
    const declarations = topLevelDeclarations(file.program);
    for (const { kind, declarations: declarators } of declarations) {
      if (kind === "let" || kind === "var") reportReassignable(declarators, report);
    }
    const names = new Set(declarations.flatMap((each) => containerNames(each.declarations)));
    const statics: Listeners = {
      PropertyDefinition(node) {
        if (!node.static || node.readonly || node.declare) return;
        report(node.start, "a static field can be reassigned; make it readonly or a constant");
      },
    };
    if (names.size === 0) return statics;
    return { ...statics, ...writeListeners(file, names, report) };
  },
} satisfies Rule;
