// Puts ripgrep and the grammars into a build: packs each file by itself and makes the module that names them.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  npmWasmFile,
  npmXmlLibrary,
  WASM_RUNTIME,
} from "../packages/natives/src/ast/grammar-source.ts";
import { AST_LANGUAGES } from "../packages/natives/src/ast/languages.ts";
import { findRipgrep } from "../packages/natives/src/grep/ripgrep.ts";

const MODULE = /services\/search\/embedded-files\.ts$/;
const ZSTD_LEVEL = 10;

/** A plugin whose files lie in `folder`, and how many bytes they have there. */
export async function embedFiles(
  folder: string,
): Promise<{ readonly plugin: Bun.BunPlugin; readonly bytes: number }> {
  await mkdir(folder, { recursive: true });
  const packed = await Promise.all(
    Object.entries(filesToEmbed()).map(([name, path]) => pack(name, path, folder)),
  );
  const contents = moduleOf(packed);
  return {
    plugin: {
      name: "embedded-files",
      setup: (build) => void build.onLoad({ filter: MODULE }, () => ({ contents, loader: "ts" })),
    },
    bytes: packed.reduce((sum, { size }) => sum + size, 0),
  };
}

function filesToEmbed(): Record<string, string> {
  const files: Record<string, string> = {};
  const add = (name: string, path: string | undefined): void => {
    if (path === undefined) throw new Error(`${name} is not installed; run npm install`);
    files[name] = path;
  };
  const platform = `${process.platform}-${process.arch}`;
  add(`rg-${platform}`, findRipgrep());
  add(`xml-${platform}.node`, npmXmlLibrary());
  add(`${WASM_RUNTIME}.wasm`, npmWasmFile(WASM_RUNTIME));
  for (const { grammar } of Object.values(AST_LANGUAGES))
    if (grammar.type !== "library") add(`${grammar.file}.wasm`, npmWasmFile(grammar.file));
  return files;
}

interface PackedFile {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

async function pack(name: string, path: string, folder: string): Promise<PackedFile> {
  const bytes = await Bun.file(path).bytes();
  const packed = await Bun.zstdCompress(bytes, { level: ZSTD_LEVEL });
  const target = join(folder, `${name}.zst`);
  await Bun.write(target, packed);
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  return { name, path: target, sha256, size: packed.byteLength };
}

function moduleOf(files: readonly PackedFile[]): string {
  const imports = files.map(
    ({ path }, index) => `import f${index} from ${JSON.stringify(path)} with { type: "file" };`,
  );
  const entries = files.map(
    ({ name, sha256 }, index) =>
      `${JSON.stringify(name)}: { path: at(f${index}), sha256: ${JSON.stringify(sha256)} },`,
  );
  // In a binary the path is whole; in a package it is relative to the bundle.
  const at =
    'const at = (path: string) => path.startsWith("./") ? Bun.fileURLToPath(new URL(path, import.meta.url)) : path;';
  return [...imports, at, "export const embeddedFiles = {", ...entries, "};"].join("\n");
}
