// Where grammar files are found. From source they lie in npm packages; a build packs them and brings its own source.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Finds grammars, one at a time: asking for one reads no other. */
export interface GrammarSource {
  /** The shared library with a grammar. The path must exist: the addon ends the process when it is given a wrong one. */
  findLibrary(language: string): string | undefined;
  /** Whether there is a WebAssembly grammar, or the runtime for them, under this file name without ending. */
  hasWasm(file: string): boolean;
  readWasm(file: string): Promise<Uint8Array>;
}

/** The WebAssembly parser that runs grammars, as a file of a source. */
export const WASM_RUNTIME = "web-tree-sitter";

/** Grammars of the npm packages, as far as they are installed. */
export function npmGrammarSource(): GrammarSource {
  return {
    findLibrary: (language) => (language === "xml" ? npmXmlLibrary() : undefined),
    hasWasm: (file) => npmWasmFile(file) !== undefined,
    readWasm: async (file) => Bun.file(npmWasmFile(file) ?? file).bytes(),
  };
}

/** A WebAssembly grammar, or the runtime for them, in npm's packages. */
export function npmWasmFile(file: string): string | undefined {
  if (file === WASM_RUNTIME) return existing(packageFolder(file), `${file}.wasm`);
  return existing(packageFolder("tree-sitter-wasm"), "out", file, `tree-sitter-${file}.wasm`);
}

/** Its WebAssembly build fails at run time; Node's addon for it holds the same function as a plain library would. */
export function npmXmlLibrary(): string | undefined {
  const name = "@tree-sitter-grammars/tree-sitter-xml";
  const platform = `${process.platform}-${process.arch}`;
  return existing(packageFolder(name), "prebuilds", platform, `${name.replace("/", "+")}.node`);
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir));
  } catch {
    return undefined; // Not installed.
  }
}

function existing(folder: string | undefined, ...parts: string[]): string | undefined {
  if (folder === undefined) return undefined;
  const path = join(folder, ...parts);
  return existsSync(path) ? path : undefined;
}
