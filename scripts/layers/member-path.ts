// The dotted name of an expression such as `globalThis.process.env`, whatever casts, chains and quotes it is
// written with. Pure syntax.
import type { Expression, Node } from "oxc-parser";
import { literalText } from "./imports.ts";

export interface MemberPath {
  /** The names in order; `?` stands for a start that is no plain name, such as a call. */
  readonly names: readonly string[];
  /** Offset of the first name. */
  readonly offset: number;
}

function unwrap(node: Node): Node {
  switch (node.type) {
    case "ChainExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return unwrap(node.expression);
    default:
      return node;
  }
}

function propertyName(node: Extract<Node, { type: "MemberExpression" }>): string {
  if (node.computed) return literalText(node.property) ?? "?";
  return node.property.name;
}

/** Nothing for an expression that is neither a name nor a member of something. */
export function memberPath(expression: Expression | Node): MemberPath | undefined {
  const names: string[] = [];
  let node = unwrap(expression);
  while (node.type === "MemberExpression") {
    names.unshift(propertyName(node));
    node = unwrap(node.object);
  }
  if (node.type === "Identifier") names.unshift(node.name);
  else if (node.type === "ThisExpression") names.unshift("this");
  else if (node.type === "MetaProperty") names.unshift(`${node.meta.name}.${node.property.name}`);
  else if (names.length > 0) names.unshift("?");
  else return undefined;
  if (names[0] === "globalThis" && names.length > 1) names.shift();
  return { names, offset: node.start };
}
