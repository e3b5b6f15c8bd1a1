// Which languages have a grammar, what their files are called, and where the grammar comes from. Data and lookup only.
import { basename } from "node:path";

/** Where a grammar is: inside the addon (and as WebAssembly, where that is not there), a shared library, or WebAssembly. */
export type Grammar =
  | { readonly type: "built-in"; readonly id: string; readonly file: string }
  | { readonly type: "library"; readonly symbol: string; readonly expando: string }
  | { readonly type: "wasm"; readonly file: string };

/** One language. */
export interface AstLanguage {
  readonly grammar: Grammar;
  /** Without the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names, lower case. */
  readonly fileNames?: readonly string[];
  readonly aliases?: readonly string[];
  /** Code around a fragment that cannot stand alone; `%` is its place. Tried in order, before the fragment by itself. */
  readonly contexts?: readonly string[];
  /** What stands for `$$$` in a body where a name alone is not allowed; `%` is the name. */
  readonly ellipsis?: string;
  /** What stands for `$$$` among the parameters of a declaration; `%` is the name. */
  readonly parameter?: string;
  /** What stands for a variable where a name alone is no value; `%` is the name. */
  readonly placeholder?: string;
}

const builtIn = (id: string, ...extensions: string[]): AstLanguage => ({
  grammar: { type: "built-in", id, file: id.toLowerCase() },
  extensions,
});
const library = (name: string, expando: string, ...extensions: string[]): AstLanguage => ({
  grammar: { type: "library", symbol: `tree_sitter_${name}`, expando },
  extensions,
});
const wasm = (file: string, ...extensions: string[]): AstLanguage => ({
  grammar: { type: "wasm", file },
  extensions,
});

/** By the name that tools and people use. */
export const AST_LANGUAGES: Readonly<Record<string, AstLanguage>> = {
  astro: wasm("astro", "astro"),
  bash: {
    ...wasm("bash", "sh", "bash", "zsh", "ksh", "bats"),
    fileNames: [".bashrc", ".bash_profile", ".profile", ".zshrc"],
    aliases: ["sh", "shell", "zsh"],
  },
  c: {
    ...wasm("c", "c", "h"),
    parameter: "T %",
    contexts: ["void f() {\n%;\n}", "void f() {\n%\n}"],
  },
  clojure: { ...wasm("clojure", "clj", "cljs", "cljc", "edn"), aliases: ["clj"] },
  cmake: { ...wasm("cmake", "cmake"), fileNames: ["cmakelists.txt"] },
  cpp: {
    ...wasm("cpp", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "cu", "ino"),
    aliases: ["c++", "cxx"],
    parameter: "T %",
    contexts: ["void f() {\n%;\n}", "void f() {\n%\n}"],
  },
  csharp: {
    ellipsis: "%();",
    ...wasm("c_sharp", "cs"),
    aliases: ["c#", "cs"],
    parameter: "T %",
    contexts: [
      "class A {\nvoid F() {\n%;\n}\n}",
      "class A {\nvoid F() {\n%\n}\n}",
      "class A {\n%\n}",
    ],
  },
  css: builtIn("Css", "css"),
  dart: { ...wasm("dart", "dart"), contexts: ["void f() {\n%;\n}", "void f() {\n%\n}"] },
  diff: { ...wasm("diff", "diff", "patch"), aliases: ["patch"] },
  dockerfile: {
    ...wasm("dockerfile", "dockerfile"),
    contexts: ["FROM a\n%\n", "%\n"],
    fileNames: ["dockerfile", "containerfile"],
    aliases: ["docker"],
  },
  elixir: { ...wasm("elixir", "ex", "exs"), aliases: ["ex"] },
  erlang: { ...wasm("erlang", "erl", "hrl"), aliases: ["erl"] },
  go: {
    ...wasm("go", "go"),
    aliases: ["golang"],
    contexts: ["package p\nfunc f() {\n%\n}", "package p\n%"],
  },
  graphql: { ...wasm("graphql", "graphql", "gql"), aliases: ["gql"], ellipsis: "%: X" },
  haskell: { ...wasm("haskell", "hs"), aliases: ["hs"] },
  hcl: {
    ...wasm("hcl", "hcl", "tf", "tfvars"),
    aliases: ["terraform", "tf"],
    contexts: ["a = %\n", "%\n"],
  },
  html: { ...builtIn("Html", "html", "htm", "xhtml") },
  ini: { ...wasm("ini", "ini", "cfg", "conf"), contexts: ["[s]\n%\n"] },
  java: {
    ...wasm("java", "java"),
    parameter: "T %",
    contexts: [
      "class A {\nvoid f() {\n%;\n}\n}",
      "class A {\nvoid f() {\n%\n}\n}",
      "class A {\n%\n}",
    ],
  },
  javascript: {
    ...builtIn("JavaScript", "js", "mjs", "cjs", "jsx"),
    aliases: ["js", "jsx", "node"],
  },
  json: { ...wasm("json", "json", "jsonc", "webmanifest"), placeholder: '"%"', contexts: ["{%}"] },
  julia: { ...wasm("julia", "jl"), aliases: ["jl"] },
  just: { ...wasm("just", "just"), fileNames: ["justfile", ".justfile"] },
  kotlin: { ...wasm("kotlin", "kt", "kts", "ktm"), aliases: ["kt"], parameter: "%: T" },
  lua: wasm("lua", "lua"),
  make: {
    ...wasm("make", "mk", "mak"),
    contexts: ["%\n"],
    fileNames: ["makefile", "gnumakefile"],
    aliases: ["makefile"],
  },
  markdown: { ...wasm("markdown", "md", "markdown", "mdx"), aliases: ["md"] },
  nix: wasm("nix", "nix"),
  objc: {
    ...wasm("objc", "m", "mm"),
    parameter: "T %",
    contexts: ["void f() {\n%;\n}", "void f() {\n%\n}"],
    aliases: ["objective-c", "objectivec"],
  },
  ocaml: { ...wasm("ocaml", "ml"), aliases: ["ml"] },
  perl: { ...wasm("perl", "pl", "pm", "t"), aliases: ["pl"] },
  php: {
    ...wasm("php", "php", "phtml"),
    contexts: ["<?php\n%;", "<?php\n%", "<?php\nclass A {\n%\n}"],
  },
  powershell: { ...wasm("powershell", "ps1", "psm1", "psd1"), aliases: ["ps1", "pwsh"] },
  protobuf: {
    ...wasm("proto", "proto"),
    aliases: ["proto"],
    contexts: ['syntax = "proto3";\n%', 'syntax = "proto3";\nmessage M {\n%\n}'],
    ellipsis: "option % = 1;",
  },
  python: { ...wasm("python", "py", "pyi", "pyw"), aliases: ["py"] },
  r: wasm("r", "r"),
  regex: wasm("regex", "regex"),
  ruby: {
    ...wasm("ruby", "rb", "rbw", "gemspec", "rake"),
    fileNames: ["rakefile", "gemfile"],
    aliases: ["rb"],
  },
  rust: {
    ...wasm("rust", "rs"),
    aliases: ["rs"],
    contexts: ["fn f() {\n%;\n}", "fn f() {\n%\n}"],
  },
  scala: wasm("scala", "scala", "sc", "sbt"),
  solidity: {
    ...wasm("solidity", "sol"),
    aliases: ["sol"],
    contexts: ["contract C {\nfunction f() public {\n%;\n}\n}", "contract C {\n%\n}"],
  },
  sql: wasm("sql", "sql"),
  starlark: {
    ...wasm("python", "bzl", "star"),
    fileNames: ["build", "workspace", "build.bazel"],
    aliases: ["bazel"],
  },
  svelte: wasm("svelte", "svelte"),
  swift: { ...wasm("swift", "swift"), parameter: "%: T" },
  toml: { ...wasm("toml", "toml"), placeholder: '"%"' },
  tsx: builtIn("Tsx", "tsx"),
  typescript: { ...builtIn("TypeScript", "ts", "mts", "cts"), aliases: ["ts"] },
  vue: wasm("vue", "vue"),
  xml: library("xml", "_", "xml", "xsd", "xsl", "xslt", "svg", "plist"),
  yaml: { ...wasm("yaml", "yaml", "yml"), aliases: ["yml"] },
  zig: wasm("zig", "zig"),
};

/** The language's own name for a name or alias in any case; undefined when it is not known. */
export function resolveLanguage(name: string): string | undefined {
  const wanted = name.toLowerCase();
  if (Object.hasOwn(AST_LANGUAGES, wanted)) return wanted;
  return Object.keys(AST_LANGUAGES).find((key) => AST_LANGUAGES[key]?.aliases?.includes(wanted));
}

/** The language of a file, by its name alone. */
export function languageOfPath(path: string): string | undefined {
  const name = basename(path).toLowerCase();
  const extension = /\.([^.]+)$/.exec(name)?.[1];
  const names = Object.keys(AST_LANGUAGES);
  return (
    names.find((key) => AST_LANGUAGES[key]?.fileNames?.includes(name)) ??
    (extension === undefined
      ? undefined
      : names.find((key) => AST_LANGUAGES[key]?.extensions.includes(extension)))
  );
}
