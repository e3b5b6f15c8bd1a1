// Parsing and matching by the ast-grep addon: the languages inside it and those whose grammar is a shared library.
import type * as AstGrep from "@ast-grep/napi";
import type { NapiConfig, SgNode } from "@ast-grep/napi";
import type { GrammarSource } from "./grammar-source.ts";
import { AST_LANGUAGES, type AstLanguage } from "./languages.ts";
import { listVariables, withExpando } from "./metavariables.ts";
import {
  StructuralPatternError,
  type StructuralMatch,
  type SyntaxNode,
  type SyntaxTree,
} from "./syntax.ts";

/** The package, which has one form for each platform. */
export type Addon = typeof AstGrep;
type Matcher = string | NapiConfig;

/**
 * Loads the addon at the first use of it, and all libraries at the first use of one: it takes only one registration. So
 * only what has no other working form is a library.
 */
export class NativeParser {
  readonly #source: GrammarSource;
  readonly #loadAddon: () => Promise<Addon>;
  #addon: Promise<Addon | undefined> | undefined;
  #registered: Promise<ReadonlySet<string>> | undefined;
  readonly #matchers = new Map<string, Matcher>();

  constructor(source: GrammarSource, loadAddon: () => Promise<Addon> = importAddon) {
    this.#source = source;
    this.#loadAddon = loadAddon;
  }

  /** Undefined when the grammar of the language is not there, or no addon for this platform. */
  async parse(text: string, language: string): Promise<SyntaxTree | undefined> {
    const spec = AST_LANGUAGES[language];
    if (!spec || spec.grammar.type === "wasm") return undefined;
    const addon = await (this.#addon ??= this.#loadAddon().catch(() => undefined));
    if (!addon) return undefined;
    if (spec.grammar.type === "library" && !(await this.#register(addon)).has(language))
      return undefined;
    const id = spec.grammar.type === "built-in" ? spec.grammar.id : language;
    const root = addon.parse(id, text).root();
    return {
      root: new NativeNode(root),
      get hasErrors() {
        return root.find({ rule: { kind: "ERROR" } }) !== null;
      },
      findAll: (pattern) => findAll(root, pattern, this.#matcherFor(addon, id, spec, pattern)),
      [Symbol.dispose]: () => undefined,
    };
  }

  #register(addon: Addon): Promise<ReadonlySet<string>> {
    this.#registered ??= Promise.resolve().then(() => {
      const found: Parameters<Addon["registerDynamicLanguage"]>[0] = {};
      for (const [name, { grammar, extensions }] of Object.entries(AST_LANGUAGES)) {
        const libraryPath = grammar.type === "library" ? this.#source.findLibrary(name) : undefined;
        if (grammar.type !== "library" || libraryPath === undefined) continue;
        found[name] = {
          libraryPath,
          extensions: [...extensions],
          languageSymbol: grammar.symbol,
          expandoChar: grammar.expando,
        };
      }
      addon.registerDynamicLanguage(found);
      return new Set(Object.keys(found));
    });
    return this.#registered;
  }

  #matcherFor(addon: Addon, id: string, spec: AstLanguage, pattern: string): Matcher {
    const key = `${id}\0${pattern}`;
    const matcher = this.#matchers.get(key) ?? findInContext(addon, id, spec, pattern) ?? pattern;
    if (this.#matchers.size > 100) this.#matchers.clear();
    this.#matchers.set(key, matcher);
    return matcher;
  }
}

function importAddon(): Promise<Addon> {
  return import("@ast-grep/napi");
}

/**
 * For languages whose fragments mean something else at the top of a file: the fragment inside code where it is what people
 * mean, and the kind of node it is there.
 */
function findInContext(
  addon: Addon,
  id: string,
  spec: AstLanguage,
  pattern: string,
): NapiConfig | undefined {
  const expando = spec.grammar.type === "library" ? spec.grammar.expando : "$";
  const fragment = withExpando(pattern.trim(), expando);
  for (const context of spec.contexts ?? []) {
    const start = context.indexOf("%");
    const root = addon
      .parse(
        id,
        context.replace("%", () => fragment),
      )
      .root();
    if (root.find({ rule: { kind: "ERROR" } })) continue;
    const node = deepestAt(root, start, start + fragment.length);
    if (!node || node.isLeaf()) continue;
    const selector = String(node.kind());
    const first = root.find({ rule: { kind: selector } });
    // A selector takes the first node of its kind: it must be this one, not part of the context.
    if (first?.range().start.index !== start || first.range().end.index !== node.range().end.index)
      continue;
    return { rule: { pattern: { context: context.replace("%", () => pattern.trim()), selector } } };
  }
  return undefined;
}

/** The innermost node that is exactly the fragment; failing that, the fragment with the context's semicolon. */
function deepestAt(root: SgNode, start: number, end: number): SgNode | undefined {
  let found: SgNode | undefined;
  let at: SgNode | undefined = root;
  while (at) {
    const range = at.range();
    const isExact =
      range.start.index === start && (range.end.index === end || range.end.index === end + 1);
    const named: SgNode[] = at.namedChildren();
    if (isExact) found = at;
    if (isExact && named.length > 1) return at;
    at = named.find(
      (child) => child.range().start.index <= start && child.range().end.index >= end,
    );
  }
  return found;
}

function findAll(root: SgNode, pattern: string, matcher: Matcher): StructuralMatch[] {
  let found: SgNode[];
  try {
    found = root.findAll(matcher);
  } catch (error) {
    throw new StructuralPatternError(error instanceof Error ? error.message : String(error));
  }
  const variables = listVariables(pattern);
  const text = root.text();
  return found.map((node) => {
    const { start, end } = node.range();
    const bound: Record<string, string> = {};
    for (const { name, isMultiple } of variables) {
      const value = isMultiple
        ? spanText(text, node.getMultipleMatches(name))
        : node.getMatch(name)?.text();
      if (value !== undefined) bound[name] = value;
    }
    return {
      start: start.index,
      end: end.index,
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      text: node.text(),
      variables: bound,
    };
  });
}

function spanText(text: string, nodes: readonly SgNode[]): string {
  const [first] = nodes;
  const last = nodes.at(-1);
  return first && last ? text.slice(first.range().start.index, last.range().end.index) : "";
}

class NativeNode implements SyntaxNode {
  readonly #node: SgNode;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;

  constructor(node: SgNode) {
    this.#node = node;
    const range = node.range();
    this.start = range.start.index;
    this.end = range.end.index;
    this.startLine = range.start.line;
    this.endLine = range.end.line;
  }

  get kind(): string {
    return String(this.#node.kind());
  }

  get isNamed(): boolean {
    return this.#node.isNamed();
  }

  get children(): readonly SyntaxNode[] {
    return this.#node.children().map((child) => new NativeNode(child));
  }

  childByRole(role: string): SyntaxNode | undefined {
    const child = this.#node.field(role);
    return child ? new NativeNode(child) : undefined;
  }
}
