// The shape of a source file: declarations stay, long bodies and long comments are left out, with the lines they had. What
// is a body is told by the names of nodes; how it is shown is up to the caller.
import type { AstEngine, SyntaxNode } from "./ast-engine.ts";
import { languageOfPath, resolveLanguage } from "./languages.ts";

/** What to summarise and from which size on. */
export interface SummaryOptions {
  readonly text: string;
  /** Tells the language when `language` does not. */
  readonly path?: string;
  readonly language?: string;
  /** Bodies with at least this many lines inside are left out. */
  readonly minBodyLines?: number;
  /** Comments of at least this many lines are left out but for their first and last line. */
  readonly minCommentLines?: number;
  readonly signal?: AbortSignal;
}

/** Neighbouring lines, numbered from 1, both ends included. */
export interface SummarySegment {
  readonly type: "kept" | "elided";
  readonly startLine: number;
  readonly endLine: number;
}

/** The segments cover the text from its first line to its last. */
export interface Summary {
  readonly language: string | undefined;
  /** False when there is no grammar or the text has errors: then everything is kept. */
  readonly isParsed: boolean;
  readonly totalLines: number;
  readonly segments: readonly SummarySegment[];
}

const DEFAULT_MIN_BODY_LINES = 4;
const DEFAULT_MIN_COMMENT_LINES = 6;

const BODY =
  "block|statement_block|compound_statement|function_body|constructor_body|method_body|body_statement|braced_expression|clause_body|script_block|do|let_expression|indented_block|do_block";
const OWNER =
  "func|method|constructor|destructor|lambda|closure|arrow|subroutine|accessor|getter|setter|operator|^init_|initializer|procedure|let_binding|^match(?=>)|anonymous";
/** `parent>node` of bodies, where the names differ from those of most languages. */
const BODIES: Readonly<Record<string, RegExp>> = {
  css: /^rule_set>block$/,
  dart: />function_body$/,
  hcl: /^block>body$/,
  html: /^(?:script|style)_element>raw_text$/,
  json: /^pair>(?:object|array)$/,
  markdown: /^section>(?:paragraph|list|fenced_code_block|pipe_table|block_quote|html_block)$/,
  nix: /^binding>(?:attrset_expression|list_expression|function_expression)$/,
  toml: /^pair>(?:array|inline_table)$/,
  yaml: /^block_mapping_pair>block_node$/,
};
const MARKUP = /^(?:script|style)_element>raw_text$/;
const MARKUP_LANGUAGES: readonly string[] = ["vue", "svelte", "astro"];
/** Languages of nested data: what is left out starts below this many levels. */
const KEPT_LEVELS: Readonly<Record<string, number>> = { yaml: 1 };

/** Never throws on odd input: what cannot be parsed is kept whole. */
export async function summarize(engine: AstEngine, options: SummaryOptions): Promise<Summary> {
  options.signal?.throwIfAborted();
  const {
    text,
    path,
    minBodyLines = DEFAULT_MIN_BODY_LINES,
    minCommentLines = DEFAULT_MIN_COMMENT_LINES,
  } = options;
  const language =
    options.language === undefined ? languageOfPath(path ?? "") : resolveLanguage(options.language);
  const totalLines = text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const whole = (isParsed: boolean): Summary => ({
    language,
    isParsed,
    totalLines,
    segments: totalLines === 0 ? [] : [{ type: "kept", startLine: 1, endLine: totalLines }],
  });
  using tree = language === undefined ? undefined : await engine.parse(text, language);
  if (!tree || language === undefined || tree.hasErrors) return whole(false);
  const finder = new ElisionFinder(text, language, minBodyLines, minCommentLines);
  finder.visit(tree.root, "", 0);
  const segments = toSegments(finder.elided, totalLines);
  return segments.length === 0 ? whole(true) : { ...whole(true), segments };
}

/** Zero-based, both ends included. */
interface Span {
  readonly first: number;
  readonly last: number;
}

class ElisionFinder {
  readonly elided: Span[] = [];
  readonly #text: string;
  readonly #bodies: RegExp;
  readonly #language: string;
  readonly #minBodyLines: number;
  readonly #minCommentLines: number;

  constructor(text: string, language: string, minBodyLines: number, minCommentLines: number) {
    this.#text = text;
    this.#language = language;
    this.#minBodyLines = minBodyLines;
    this.#minCommentLines = minCommentLines;
    const usual = new RegExp(`(?:${OWNER})[^>]*>(?:${BODY})$`);
    this.#bodies = MARKUP_LANGUAGES.includes(language) ? MARKUP : (BODIES[language] ?? usual);
  }

  visit(node: SyntaxNode, parentKind: string, level: number): void {
    if (node.endLine - node.startLine < Math.min(this.#minBodyLines, this.#minCommentLines - 1) - 1)
      return;
    const isBody = this.#isBody(node, parentKind);
    if (isBody && level >= (KEPT_LEVELS[this.#language] ?? 0)) {
      const span = this.#inside(node);
      if (span.last - span.first + 1 >= this.#minBodyLines) {
        this.elided.push(span);
        return;
      }
    }
    const { children } = node;
    this.#elideComments(children);
    for (const child of children) this.visit(child, node.kind, isBody ? level + 1 : level);
  }

  #isBody(node: SyntaxNode, parentKind: string): boolean {
    if (this.#language === "elixir") return node.kind === "do_block" && this.#isDefinition(node);
    return this.#bodies.test(`${parentKind}>${node.kind}`);
  }

  /** In Elixir everything is a call; the line says which ones define functions. */
  #isDefinition(node: SyntaxNode): boolean {
    const lineStart = this.#text.lastIndexOf("\n", node.start) + 1;
    return /^\s*(?:def|defp|defmacro|defmacrop|test)\b/.test(
      this.#text.slice(lineStart, node.start),
    );
  }

  /** The lines between what opens a body and what closes it; all of them when nothing does. */
  #inside(node: SyntaxNode): Span {
    const source = this.#text.slice(node.start, node.end);
    const body = source.trimEnd();
    const lineStart = this.#text.lastIndexOf("\n", node.start - 1) + 1;
    const startsLate = this.#text.slice(lineStart, node.start).trim() !== "";
    const last = node.startLine + body.split("\n").length - 1;
    const lastLine = body.slice(body.lastIndexOf("\n") + 1);
    const closes = /^\s*(?:[}\])]|end\b|```|~~~)/.test(lastLine);
    return {
      first: startsLate ? node.startLine + 1 : node.startLine,
      last: closes ? last - 1 : last,
    };
  }

  #elideComments(nodes: readonly SyntaxNode[]): void {
    for (let index = 0; index < nodes.length; index++) {
      const first = nodes[index];
      if (!first?.kind.includes("comment")) continue;
      let end = lastLineOf(first, this.#text);
      for (
        let next = nodes[index + 1];
        next?.kind.includes("comment") && next.startLine === end + 1;
        next = nodes[index + 1]
      ) {
        end = lastLineOf(next, this.#text);
        index++;
      }
      const span = { first: first.startLine + 1, last: end - 1 };
      if (end - first.startLine + 1 >= this.#minCommentLines && this.#isAlone(first))
        this.elided.push(span);
    }
  }

  #isAlone(node: SyntaxNode): boolean {
    const lineStart = this.#text.lastIndexOf("\n", node.start - 1) + 1;
    return this.#text.slice(lineStart, node.start).trim() === "";
  }
}

/** A line comment may hold its newline; then it ends where the next line begins. */
function lastLineOf(node: SyntaxNode, text: string): number {
  const lines = text.slice(node.start, node.end).trimEnd().split("\n").length;
  return node.startLine + lines - 1;
}

function toSegments(elided: readonly Span[], totalLines: number): SummarySegment[] {
  const segments: SummarySegment[] = [];
  let next = 0;
  for (const { first, last } of elided.toSorted((left, right) => left.first - right.first)) {
    if (first < next || last < first) continue;
    if (first > next) segments.push({ type: "kept", startLine: next + 1, endLine: first });
    segments.push({ type: "elided", startLine: first + 1, endLine: last + 1 });
    next = last + 1;
  }
  if (next < totalLines) segments.push({ type: "kept", startLine: next + 1, endLine: totalLines });
  return segments;
}
