// Colours for source code as roles on stretches of text; what a role looks like is the caller's. It never takes longer than
// it may: what is not reached in time stays plain.
import { languageLoaders, loadCore, type HighlightApi, type TokenNode } from "./highlight-js.js";
import { resolveHighlightLanguage } from "./highlight-languages.ts";
import type { HighlightedLine, HighlightSpan } from "./highlighted-line.ts";
import { KnownLines } from "./known-lines.ts";
import { roleOfScope, type SyntaxRole } from "./syntax-role.ts";

export type { HighlightedLine, HighlightSpan } from "./highlighted-line.ts";
export type { SyntaxRole } from "./syntax-role.ts";

/** Puts a role's look on a text. */
export type Painter = (role: SyntaxRole, text: string) => string;

const DEFAULT_BUDGET_MS = 50;
/** Code is worked on in pieces of this size, so that the budget can be kept. */
const PIECE_CHARACTERS = 12_000;

/** Loads highlight.js and each language when first needed; keep one instance. */
export class Highlighter {
  #core: Promise<HighlightApi> | undefined;
  #loaded: HighlightApi | undefined;
  readonly #languages = new Map<string, Promise<void>>();
  readonly #known = new KnownLines();

  /** Lines of spans; plain ones when the language is not known. */
  async highlight(
    code: string,
    language: string,
    options: { readonly budgetMs?: number } = {},
  ): Promise<HighlightedLine[]> {
    const name = resolveHighlightLanguage(language);
    if (name === undefined) return plainLines(code);
    const core = await this.#load(name);
    return this.#lines(core, code, name, options.budgetMs);
  }

  /**
   * The same at once, or undefined while the language is not loaded; then its loading begins. Code that will be shown
   * again can be kept.
   */
  highlightLoaded(
    code: string,
    language: string,
    options: { readonly budgetMs?: number; readonly isKept?: boolean } = {},
  ): readonly HighlightedLine[] | undefined {
    const name = resolveHighlightLanguage(language);
    if (name === undefined) return plainLines(code);
    const core = this.#loaded;
    if (core?.getLanguage(name) !== undefined)
      return options.isKept === true
        ? this.#keptLines(core, code, name, options.budgetMs)
        : this.#lines(core, code, name, options.budgetMs);
    void this.#load(name);
    return undefined;
  }

  async #load(name: string): Promise<HighlightApi> {
    const core = await (this.#core ??= loadCore().then((module) => module.default));
    this.#loaded = core;
    await this.#ensureLanguage(core, name);
    return core;
  }

  #keptLines(
    core: HighlightApi,
    code: string,
    name: string,
    budgetMs: number | undefined,
  ): readonly HighlightedLine[] {
    const known = this.#known.get(code, name);
    if (known !== undefined) return known;
    const lines = this.#lines(core, code, name, budgetMs);
    this.#known.keep(code, name, lines);
    return lines;
  }

  #lines(
    core: HighlightApi,
    code: string,
    name: string,
    budgetMs = DEFAULT_BUDGET_MS,
  ): HighlightedLine[] {
    const deadline = performance.now() + budgetMs;
    const lines: HighlightedLine[] = [];
    for (const piece of splitPieces(code)) {
      lines.push(
        ...(performance.now() < deadline ? highlightPiece(core, piece, name) : plainLines(piece)),
      );
    }
    return lines;
  }

  #ensureLanguage(core: HighlightApi, name: string): Promise<void> {
    const known = this.#languages.get(name);
    if (known) return known;
    const loading = (async () => {
      const language = await languageLoaders[name]?.();
      if (language) core.registerLanguage(name, language.default);
    })();
    this.#languages.set(name, loading);
    return loading;
  }
}

/** Each line with its roles painted. */
export function paintLines(lines: readonly HighlightedLine[], paint: Painter): string[] {
  return lines.map((spans) =>
    spans.map(({ text, role }) => (role === undefined ? text : paint(role, text))).join(""),
  );
}

function plainLines(code: string): HighlightedLine[] {
  return code.split(/\r?\n/).map((text) => (text === "" ? [] : [{ text, role: undefined }]));
}

/** At line ends, preferably empty lines, where few constructs go on. */
function splitPieces(code: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (code.length - start > PIECE_CHARACTERS) {
    const limit = start + PIECE_CHARACTERS;
    const blank = code.lastIndexOf("\n\n", limit);
    const end = blank > start + PIECE_CHARACTERS / 2 ? blank + 1 : code.indexOf("\n", limit);
    if (end < 0) break;
    pieces.push(code.slice(start, end));
    start = end + 1;
  }
  pieces.push(code.slice(start));
  return pieces;
}

function highlightPiece(core: HighlightApi, code: string, language: string): HighlightedLine[] {
  const result = core.highlight(code, { language, ignoreIllegals: true });
  const lines: HighlightSpan[][] = [[]];
  appendNode(result._emitter.rootNode, undefined, lines);
  return lines;
}

function appendNode(
  node: TokenNode,
  outer: SyntaxRole | undefined,
  lines: HighlightSpan[][],
): void {
  const role = node.scope === undefined ? outer : (roleOfScope(node.scope) ?? outer);
  for (const child of node.children) {
    if (typeof child !== "string") {
      appendNode(child, role, lines);
      continue;
    }
    for (const [index, text] of child.split(/\r?\n/).entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ text, role });
    }
  }
}
