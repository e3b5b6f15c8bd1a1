// Parsing by tree-sitter's WebAssembly build, for languages without a native grammar and platforms without the addon. Each grammar is loaded when it is
// first used and costs the others nothing.
import type * as TreeSitter from "web-tree-sitter";
import type { Language, Node, Parser } from "web-tree-sitter";
import { WASM_RUNTIME, type GrammarSource } from "./grammar-source.ts";
import { AST_LANGUAGES, type AstLanguage } from "./languages.ts";
import {
  encodeVariables,
  matchTree,
  STATEMENT,
  toPattern,
  wrapEllipses,
  wrapParameters,
  wrapStatements,
  wrapVariables,
  type PatternNode,
} from "./structural-matcher.ts";
import {
  StructuralPatternError,
  type StructuralMatch,
  type SyntaxNode,
  type SyntaxTree,
} from "./syntax.ts";

type Runtime = typeof TreeSitter;

/** One parser for all such languages. */
export class WasmParser {
  readonly #source: GrammarSource;
  #runtime: Promise<Runtime> | undefined;
  readonly #parsers = new Map<string, Promise<Parser>>();

  constructor(source: GrammarSource) {
    this.#source = source;
  }

  /** Undefined when the grammar of the language is not there. */
  async parse(text: string, language: string): Promise<SyntaxTree | undefined> {
    const spec = AST_LANGUAGES[language];
    if (!spec || spec.grammar.type === "library") return undefined;
    const { file } = spec.grammar;
    if (!this.#source.hasWasm(file) || !this.#source.hasWasm(WASM_RUNTIME)) return undefined;
    const parser = await this.#parserFor(file);
    const tree = parser.parse(text);
    if (!tree) return undefined;
    const root = new WasmNode(tree.rootNode);
    return {
      root,
      hasErrors: tree.rootNode.hasError,
      findAll: (pattern) => [...findAll(root, text, parsePattern(parser, spec, pattern))],
      [Symbol.dispose]: () => tree.delete(),
    };
  }

  #parserFor(file: string): Promise<Parser> {
    const known = this.#parsers.get(file);
    if (known) return known;
    const loading = (async () => {
      const runtime = await (this.#runtime ??= startRuntime(this.#source));
      const language: Language = await runtime.Language.load(await this.#source.readWasm(file));
      const parser = new runtime.Parser();
      parser.setLanguage(language);
      return parser;
    })();
    this.#parsers.set(file, loading);
    return loading;
  }
}

async function startRuntime(source: GrammarSource): Promise<Runtime> {
  const [runtime, wasmBinary] = await Promise.all([
    import("web-tree-sitter"),
    source.readWasm(WASM_RUNTIME),
  ]);
  await runtime.Parser.init({ wasmBinary });
  return runtime;
}

function parsePattern(parser: Parser, spec: AstLanguage, pattern: string): PatternNode {
  const { contexts = [], ellipsis = "%", placeholder = "%", parameter = "%" } = spec;
  for (const text of writings(encodeVariables(pattern.trim()), spec)) {
    for (const context of [...contexts, "%"]) {
      const start = context.indexOf("%");
      const source = context.replace("%", () => text);
      using tree = disposable(parser.parse(source));
      if (!tree.value || tree.value.rootNode.hasError) continue;
      const node = nodeAt(new WasmNode(tree.value.rootNode), start, start + text.length);
      if (node) return toPattern(node, source, [ellipsis, placeholder, parameter, STATEMENT]);
    }
  }
  throw new StructuralPatternError(`\`${pattern}\` is not one node of this language`);
}

/** Ways to write a pattern, in order: a name may have to begin with a capital letter, or need something around it. */
function writings(fragment: string, spec: AstLanguage): ReadonlySet<string> {
  const { ellipsis = "%", placeholder = "%", parameter = "%" } = spec;
  return new Set([
    fragment,
    fragment.replaceAll(/mvq(?=[ab]_)/g, "Mvq"),
    wrapEllipses(fragment, ellipsis),
    wrapVariables(fragment, placeholder),
    wrapStatements(fragment),
    wrapParameters(fragment, parameter),
    wrapStatements(wrapParameters(fragment, parameter)),
  ]);
}

function disposable<T extends { delete(): void }>(
  value: T | null,
): Disposable & { readonly value: T | null } {
  return { value, [Symbol.dispose]: () => value?.delete() };
}

/** The innermost node that is exactly the fragment and more than a wrapper around one child. */
function nodeAt(root: WasmNode, start: number, end: number): WasmNode | undefined {
  let found: WasmNode | undefined;
  let at: WasmNode | undefined = root;
  while (at) {
    const isExact = at.start === start && at.end >= end && at.end <= end + 1;
    if (isExact) found = at;
    const named: WasmNode[] = at.children.filter((child) => child.isNamed);
    if (isExact && named.length > 1) return at;
    at = named.find((child) => child.start <= start && child.end >= end);
  }
  return found;
}

function* findAll(
  root: SyntaxNode,
  text: string,
  pattern: PatternNode,
): Generator<StructuralMatch> {
  for (const { node, bindings } of matchTree(pattern, root, text)) {
    const variables: Record<string, string> = {};
    for (const [name, nodes] of bindings) {
      variables[name] = text.slice(nodes[0]?.start ?? 0, nodes.at(-1)?.end ?? 0);
    }
    // Some grammars count the line's end as part of a line; nobody who replaces it means to join lines.
    const matched = text.slice(node.start, node.end).trimEnd();
    yield {
      start: node.start,
      end: node.start + matched.length,
      startLine: node.startLine,
      startColumn: node.start - (text.lastIndexOf("\n", node.start - 1) + 1),
      endLine: node.startLine + matched.split("\n").length - 1,
      text: matched,
      variables,
    };
  }
}

class WasmNode implements SyntaxNode {
  readonly #node: Node;
  readonly kind: string;
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;

  constructor(node: Node) {
    this.#node = node;
    this.kind = node.type;
    this.isNamed = node.isNamed;
    this.start = node.startIndex;
    this.end = node.endIndex;
  }

  get startLine(): number {
    return this.#node.startPosition.row;
  }

  get endLine(): number {
    return this.#node.endPosition.row;
  }

  get children(): WasmNode[] {
    return this.#node.children.flatMap((child) => (child ? new WasmNode(child) : []));
  }

  childByRole(role: string): SyntaxNode | undefined {
    const child = this.#node.childForFieldName(role);
    return child ? new WasmNode(child) : undefined;
  }
}
