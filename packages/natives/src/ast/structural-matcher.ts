// Structural matching over any syntax tree, for engines that bring none: a pattern is a tree too, whose variables stand for
// nodes. Pure.
import type { SyntaxNode } from "./syntax.ts";

/** What a variable stands for: one node, or neighbours. */
export type Bindings = ReadonlyMap<string, readonly SyntaxNode[]>;

interface Variable {
  /** Undefined when it is not captured. */
  readonly name: string | undefined;
  readonly isMultiple: boolean;
}

const SINGLE = "mvqa_";
const MULTIPLE = "mvqb_";

/** A pattern as text that a parser takes: variables become names that no program has, in letters any grammar allows. */
export function encodeVariables(pattern: string): string {
  const encode = (_: string, multiple?: string, single?: string): string =>
    (single === undefined ? MULTIPLE + (multiple ?? "") : SINGLE + single).toLowerCase();
  return pattern.replaceAll(/\$\$\$([A-Z_][A-Z0-9_]*)?|\$([A-Z_][A-Z0-9_]*)/g, encode);
}

function decodeVariable(text: string): Variable | undefined {
  // Some grammars need names to begin with a capital letter.
  const lower = text.toLowerCase();
  const isMultiple = lower.startsWith(MULTIPLE);
  if (!isMultiple && !lower.startsWith(SINGLE)) return undefined;
  const name = lower.slice(SINGLE.length).toUpperCase();
  if (!/^[A-Z0-9_]*$/.test(name)) return undefined;
  return { name: name === "" || name.startsWith("_") ? undefined : name, isMultiple };
}

/** A pattern's tree with its texts, ready to be compared. */
export interface PatternNode {
  readonly kind: string;
  readonly text: string;
  readonly variable: Variable | undefined;
  readonly children: readonly PatternNode[];
}

/** Copies the part of a parsed pattern that is to be matched; a node that is nothing but a variable becomes one. */
export function toPattern(
  node: SyntaxNode,
  source: string,
  forms: readonly string[] = [],
): PatternNode {
  const text = source.slice(node.start, node.end);
  const variable = node.isNamed ? decodeNode(text, forms) : undefined;
  return {
    kind: node.kind,
    text,
    variable,
    children: variable ? [] : node.children.map((child) => toPattern(child, source, forms)),
  };
}

function decodeNode(text: string, forms: readonly string[]): Variable | undefined {
  for (const form of ["%", ...forms]) {
    const variable = decodeVariable(unwrap(text, form));
    if (variable) return variable;
  }
  return undefined;
}

/** `$$$NAME` in the form that a language needs for it. */
export function wrapEllipses(encoded: string, ellipsis: string): string {
  return encoded.replaceAll(/mvqb_\w*/g, (name) => ellipsis.replace("%", () => name));
}

/** The form of `$$$` in a block whose statements end with a semicolon. */
export const STATEMENT = "%;";

/** `$$$NAME` as a statement where it is all of a block or its end. */
export function wrapStatements(encoded: string): string {
  return encoded.replaceAll(/(?<=[{;}]\s*)mvqb_\w*(?=\s*\})/g, (name) =>
    STATEMENT.replace("%", () => name),
  );
}

/** `$$$NAME` as a parameter where it is all of a list or its end. */
export function wrapParameters(encoded: string, parameter: string): string {
  return encoded.replaceAll(/(?<=[(,]\s*)mvqb_\w*(?=\s*\))/g, (name) =>
    parameter.replace("%", () => name),
  );
}

/** Any variable in the form that a language needs for values, but for those in quotes already. */
export function wrapVariables(encoded: string, placeholder: string): string {
  return encoded.replaceAll(/(?<!["\w])mvq[ab]_\w*(?!["\w])/g, (name) =>
    placeholder.replace("%", () => name),
  );
}

function unwrap(text: string, ellipsis: string): string {
  const [before = "", after = ""] = ellipsis.split("%");
  return text.startsWith(before) && text.endsWith(after)
    ? text.slice(before.length, text.length - after.length)
    : text;
}

/** Every node below and including `root` that matches, outer before inner. */
export function* matchTree(
  pattern: PatternNode,
  root: SyntaxNode,
  source: string,
): Generator<{ node: SyntaxNode; bindings: Bindings }> {
  const matcher = new Matcher(source);
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const bindings = matcher.match(pattern, node, new Map());
    if (bindings) yield { node, bindings };
    for (const child of node.children.toReversed()) stack.push(child);
  }
}

class Matcher {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  match(pattern: PatternNode, node: SyntaxNode, bound: Bindings): Bindings | undefined {
    if (pattern.variable)
      return node.isNamed ? this.#bind(pattern.variable, [node], bound) : undefined;
    if (pattern.kind !== node.kind) return undefined;
    if (pattern.children.length === 0)
      return pattern.text === this.#text([node]) ? bound : undefined;
    return this.#matchList(pattern.children, node.children, bound);
  }

  /** Punctuation that the pattern does not mention is passed over in the code, never the other way round. */
  #matchList(
    patterns: readonly PatternNode[],
    nodes: readonly SyntaxNode[],
    bound: Bindings,
  ): Bindings | undefined {
    const [pattern, ...after] = patterns;
    if (!pattern) return nodes.every((node) => !node.isNamed) ? bound : undefined;
    if (pattern.variable?.isMultiple) return this.#matchMany(pattern.variable, after, nodes, bound);
    for (const [index, node] of nodes.entries()) {
      const here = this.match(pattern, node, bound);
      const rest = here && this.#matchList(after, nodes.slice(index + 1), here);
      if (rest) return rest;
      if (node.isNamed) return undefined;
    }
    return undefined;
  }

  #matchMany(
    variable: Variable,
    after: readonly PatternNode[],
    nodes: readonly SyntaxNode[],
    bound: Bindings,
  ): Bindings | undefined {
    for (let taken = 0; taken <= nodes.length; taken++) {
      const here = this.#bind(variable, trimPunctuation(nodes.slice(0, taken)), bound);
      if (!here) continue;
      const rest = this.#matchList(after, nodes.slice(taken), here);
      if (rest) return rest;
      // A separator behind the variable belongs to it when it stands for nothing.
      const isSeparated = taken === 0 && after[0]?.text === ",";
      const shorter = isSeparated ? this.#matchList(after.slice(1), nodes, here) : undefined;
      if (shorter) return shorter;
    }
    return undefined;
  }

  #bind(variable: Variable, nodes: readonly SyntaxNode[], bound: Bindings): Bindings | undefined {
    if (variable.name === undefined) return bound;
    const earlier = bound.get(variable.name);
    if (earlier) return this.#text(earlier) === this.#text(nodes) ? bound : undefined;
    return new Map(bound).set(variable.name, nodes);
  }

  #text(nodes: readonly SyntaxNode[]): string {
    const [first] = nodes;
    const last = nodes.at(-1);
    return first && last ? this.#source.slice(first.start, last.end) : "";
  }
}

function trimPunctuation(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const first = nodes.findIndex((node) => node.isNamed);
  const last = nodes.findLastIndex((node) => node.isNamed);
  return first < 0 ? [] : nodes.slice(first, last + 1);
}
