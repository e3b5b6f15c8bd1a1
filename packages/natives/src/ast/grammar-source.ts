// Where grammar files are found. From source they lie in npm packages; a build packs them and brings its own source.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Finds grammars. Every path it returns exists: the addon ends the process when it is given a wrong one. */
export interface GrammarSource {
  /** The shared library with the grammar of a language. */
  findLibrary(language: string): string | undefined;
  /** A WebAssembly grammar by its file name without ending. */
  findWasm(file: string): string | undefined;
  /** The WebAssembly parser that runs such grammars. */
  findWasmRuntime(): string | undefined;
}

const PREBUILD_SYSTEMS: Readonly<Record<string, string>> = {
  darwin: "macOS",
  linux: "Linux",
  win32: "Windows",
};
const WASM_RUNTIME = "web-tree-sitter.wasm";
/** Starlark is Python without some of its statements; the grammar is the same. */
const SHARED_LIBRARIES: Readonly<Record<string, string>> = { starlark: "python" };

/** Grammars of the npm packages `@ast-grep/lang-*` and `tree-sitter-wasm`, as far as they are installed. */
export function npmGrammarSource(): GrammarSource {
  return {
    findLibrary(language) {
      if (language === "xml") return findXmlLibrary();
      const folder = packageFolder(`@ast-grep/lang-${SHARED_LIBRARIES[language] ?? language}`);
      const prebuild = `prebuild-${PREBUILD_SYSTEMS[process.platform]}-${process.arch.toUpperCase()}`;
      return existing(folder, "prebuilds", prebuild, "parser.so");
    },
    findWasm: (file) =>
      existing(packageFolder("tree-sitter-wasm"), "out", file, `tree-sitter-${file}.wasm`),
    findWasmRuntime: () => existing(packageFolder("web-tree-sitter"), WASM_RUNTIME),
  };
}

/** Node's addon for this grammar holds the same function as a plain library would. */
function findXmlLibrary(): string | undefined {
  const name = "@tree-sitter-grammars/tree-sitter-xml";
  const platform = `${process.platform}-${process.arch}`;
  return existing(packageFolder(name), "prebuilds", platform, `${name.replace("/", "+")}.node`);
}

/** Grammars that a build has put into one folder: `<language>.so` and `<file>.wasm`. */
export function folderGrammarSource(folder: string): GrammarSource {
  return {
    findLibrary: (language) => existing(folder, `${SHARED_LIBRARIES[language] ?? language}.so`),
    findWasm: (file) => existing(folder, `${file}.wasm`),
    findWasmRuntime: () => existing(folder, WASM_RUNTIME),
  };
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
