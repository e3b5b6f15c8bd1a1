// Syntax trees for many languages behind one door: chooses the engine, loads it when first needed. One instance is enough
// for a process; the native addon takes its languages only once.
import { npmGrammarSource, type GrammarSource } from "./grammar-source.ts";
import { AST_LANGUAGES, languageOfPath, resolveLanguage } from "./languages.ts";
import { type Addon, NativeParser } from "./native-parser.ts";
import type { SyntaxTree } from "./syntax.ts";
import { WasmParser } from "./wasm-parser.ts";

export { languageOfPath, resolveLanguage } from "./languages.ts";
export { StructuralPatternError } from "./syntax.ts";
export type { StructuralMatch, SyntaxNode, SyntaxTree } from "./syntax.ts";

/** See the file comment. */
export class AstEngine {
  readonly #source: GrammarSource;
  readonly #native: NativeParser;
  readonly #wasm: WasmParser;

  constructor(
    source: GrammarSource = npmGrammarSource(),
    options: { readonly loadAddon?: () => Promise<Addon> } = {},
  ) {
    this.#source = source;
    this.#native = new NativeParser(source, options.loadAddon);
    this.#wasm = new WasmParser(source);
  }

  /** Names of the languages whose grammar is there. */
  listLanguages(): string[] {
    return Object.entries(AST_LANGUAGES).flatMap(([name, { grammar }]) => {
      const isThere =
        grammar.type === "built-in" ||
        (grammar.type === "library"
          ? this.#source.findLibrary(name) !== undefined
          : this.#source.hasWasm(grammar.file));
      return isThere ? [name] : [];
    });
  }

  /** Undefined when the language is not known or its grammar is not there. `language` may be an alias. */
  async parse(text: string, language: string): Promise<SyntaxTree | undefined> {
    const name = resolveLanguage(language);
    if (name === undefined) return undefined;
    return (await this.#native.parse(text, name)) ?? (await this.#wasm.parse(text, name));
  }

  /** The same by the name of the file. */
  async parseFile(text: string, path: string): Promise<SyntaxTree | undefined> {
    const language = languageOfPath(path);
    return language === undefined ? undefined : this.parse(text, language);
  }
}
