// What searches are done with: where ripgrep is, the parser of code, and the values in force. Heavy parts come when first
// used; where they come from is decided by whoever binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import type { AstEngine } from "@oh-my-pi/pi-natives/ast";
import type { Settings } from "../../settings/settings.ts";
import * as declared from "./settings.ts";

export interface SearchOptions {
  readonly contextBefore: number;
  readonly contextAfter: number;
  /** Files that one structural call looks at. */
  readonly maxAstFiles: number;
}

export interface SearchEngines {
  readonly options: SearchOptions;
  /** ripgrep's binary in a built program; from source npm's package holds it. */
  findRipgrep(): string | undefined;
  /** The same one at each call. */
  loadAst(): Promise<AstEngine>;
}

/** Tools that search declare this need. */
export const searchEnginesNeed = defineNeed<SearchEngines>("search-engines");

const DEFAULT_MAX_AST_FILES = 1000;

/** The values in force; `env` may set the number of files for structural calls. */
export function searchOptionsFrom(
  settings: Pick<Settings, "get">,
  env: Readonly<Record<string, string | undefined>>,
): SearchOptions {
  const files = Number(env["PI_MAX_AST_FILES"]);
  return {
    contextBefore: settings.get(declared.searchContextBefore),
    contextAfter: settings.get(declared.searchContextAfter),
    maxAstFiles: Number.isInteger(files) && files > 0 ? files : DEFAULT_MAX_AST_FILES,
  };
}
