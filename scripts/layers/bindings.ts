// Which declaration a name means at a place in a file, so that a parameter called `process` is not taken
// for the global. Value names only; types are never looked up.
import type { BindingPattern, Node, ParamPattern, Program } from "oxc-parser";
import { walk } from "./walk.ts";

export interface Binding {
  readonly name: string;
  /** True when declared at the top of the module, imports included. */
  readonly isTopLevel: boolean;
  /** Where it is visible. */
  readonly from: number;
  readonly to: number;
  /** For an imported name, the module it comes from. */
  readonly importedFrom?: string;
}

export interface Bindings {
  /** The innermost declaration of `name` visible at `offset`; none means a global. */
  find(name: string, offset: number): Binding | undefined;
}

const BLOCKS: ReadonlySet<string> = new Set([
  "BlockStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "SwitchStatement",
  "StaticBlock",
  "TSModuleBlock",
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** The names that a pattern declares. */
export function boundNames(pattern: BindingPattern | ParamPattern | null): string[] {
  if (!pattern) return [];
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return boundNames(pattern.left);
    case "RestElement":
      return boundNames(pattern.argument);
    case "TSParameterProperty":
      return boundNames(pattern.parameter);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => boundNames(element));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === "Property" ? property.value : property),
      );
  }
}

function scopeOf(ancestors: readonly Node[], isVar: boolean): Node | undefined {
  return ancestors.findLast(
    ({ type }) => type === "Program" || FUNCTIONS.has(type) || (!isVar && BLOCKS.has(type)),
  );
}

function collect(program: Program): Binding[] {
  const found: Binding[] = [];
  const declare = (names: readonly string[], scope: Node | undefined, importedFrom?: string) => {
    if (!scope) return;
    const isTopLevel = scope.type === "Program";
    const range = isTopLevel ? { from: 0, to: Infinity } : { from: scope.start, to: scope.end };
    const origin = importedFrom === undefined ? {} : { importedFrom };
    for (const name of names) found.push({ name, isTopLevel, ...range, ...origin });
  };
  walk(program, {
    VariableDeclaration(node, ancestors) {
      const scope = scopeOf(ancestors, node.kind === "var");
      for (const { id } of node.declarations) declare(boundNames(id), scope);
    },
    FunctionDeclaration(node, ancestors) {
      declare(boundNames(node.id), scopeOf(ancestors, false));
      for (const parameter of node.params) declare(boundNames(parameter), node);
    },
    FunctionExpression(node) {
      declare(boundNames(node.id), node);
      for (const parameter of node.params) declare(boundNames(parameter), node);
    },
    ArrowFunctionExpression(node) {
      for (const parameter of node.params) declare(boundNames(parameter), node);
    },
    ClassDeclaration: (node, ancestors) => declare(boundNames(node.id), scopeOf(ancestors, false)),
    CatchClause: (node) => declare(boundNames(node.param), node),
    ImportDeclaration(node) {
      const names = node.specifiers.map(({ local }) => local.name);
      declare(names, program, node.source.value);
    },
  });
  return found;
}

export function bindingsOf(program: Program): Bindings {
  const byName = Map.groupBy(collect(program), ({ name }) => name);
  return {
    find(name, offset) {
      const visible = (byName.get(name) ?? []).filter(
        ({ from, to }) => from <= offset && offset < to,
      );
      return visible.reduce<Binding | undefined>(
        (inner, next) => (inner && inner.to - inner.from <= next.to - next.from ? inner : next),
        undefined,
      );
    },
  };
}
