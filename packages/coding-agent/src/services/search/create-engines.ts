// Makes the engines of searches: from what a build has put into the program, or from npm's packages.
import type { AstEngine } from "@oh-my-pi/pi-natives/ast";
import type { GrammarSource } from "@oh-my-pi/pi-natives/grammar-source";
import { readFileSync } from "node:fs";
import { agentPaths } from "../../platform/agent-paths.ts";
import type { Host } from "../../platform/host.ts";
import { unpackFile } from "../../platform/unpack-file.ts";
import type { Settings } from "../../settings/settings.ts";
import { embeddedFiles } from "./embedded-files.ts";
import { type SearchEngines, searchOptionsFrom } from "./search-engines.ts";

/** Reads and unpacks nothing before it is used. */
export function createSearchEngines(
  host: Pick<Host, "env" | "home" | "tmp" | "platform">,
  settings: Pick<Settings, "get">,
): SearchEngines {
  const unpacked = new Map<string, string | undefined>();
  const find = (name: string): string | undefined => {
    if (!unpacked.has(name)) unpacked.set(name, unpackEmbedded(name, host));
    return unpacked.get(name);
  };
  let ast: Promise<AstEngine> | undefined;
  return {
    options: searchOptionsFrom(settings, host.env),
    findRipgrep: () => find(`rg-${platformName(host)}`),
    loadAst: () => (ast ??= loadAst((language) => find(`${language}-${platformName(host)}.node`))),
  };
}

function unpackEmbedded(
  name: string,
  host: Pick<Host, "env" | "home" | "tmp" | "platform">,
): string | undefined {
  const file = embeddedFiles[name];
  if (file === undefined) return undefined;
  const readBytes = (): Uint8Array => Bun.zstdDecompressSync(readFileSync(file.path));
  return unpackFile(
    { name, sha256: file.sha256, readBytes },
    agentPaths(host).unpackedDir,
    host.tmp,
  );
}

/** A package may be run on another platform than it was built for: native files carry the name of theirs. */
function platformName({ platform }: Pick<Host, "platform">): string {
  return `${platform}-${process.arch}`;
}

type FindLibrary = (language: string) => string | undefined;

async function loadAst(findLibrary: FindLibrary): Promise<AstEngine> {
  const { AstEngine } = await import("@oh-my-pi/pi-natives/ast");
  const isBuilt = Object.keys(embeddedFiles).length > 0;
  return isBuilt ? new AstEngine(embeddedGrammars(findLibrary)) : new AstEngine();
}

function embeddedGrammars(findLibrary: FindLibrary): GrammarSource {
  return {
    findLibrary,
    hasWasm: (file) => Object.hasOwn(embeddedFiles, `${file}.wasm`),
    readWasm: async (file) => {
      const { path = "" } = embeddedFiles[`${file}.wasm`] ?? {};
      return Bun.zstdDecompress(await Bun.file(path).bytes());
    },
  };
}
