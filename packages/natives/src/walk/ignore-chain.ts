// The ignore files that speak for one directory, nearest first: reads them and asks them in order. It knows nothing of
// traversal.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { IgnoreRules, type IgnoreVerdict } from "./ignore-rules.ts";

const IGNORE_FILE = ".gitignore";

/** One ignore file and those above it. Paths are relative to the root of the walk. */
export interface IgnoreChain {
  readonly rules: IgnoreRules;
  readonly above: IgnoreChain | undefined;
  /** How many characters of a path lie above this file's directory. */
  readonly cut: number;
  /** For files above the root: what lies between them and the root, ending with a slash. */
  readonly prefix: string;
}

/** Whether the nearest file with an opinion says that `path` is left out. */
export function isIgnored(
  chain: IgnoreChain | undefined,
  path: string,
  name: string,
  isDirectory: boolean,
): boolean {
  for (let link = chain; link; link = link.above) {
    const own =
      link.prefix === "" ? (link.cut === 0 ? path : path.slice(link.cut)) : link.prefix + path;
    const verdict: IgnoreVerdict = link.rules.judge(own, name, isDirectory);
    if (verdict) return verdict === "ignored";
  }
  return false;
}

/** The chain for a directory that holds an ignore file; `path` is "" for the root, else ends with a slash. */
export function extendChain(
  above: IgnoreChain | undefined,
  directory: string,
  path: string,
): IgnoreChain | undefined {
  const rules = readRules(directory);
  return rules ? { rules, above, cut: path.length, prefix: "" } : above;
}

/**
 * What the directories above the root have to say: as far up as the repository goes. Outside a repository nothing above
 * the root counts.
 */
export function chainAbove(root: string): IgnoreChain | undefined {
  const directories = directoriesUpToRepository(root);
  let chain: IgnoreChain | undefined;
  for (const directory of directories.toReversed()) {
    const rules = readRules(directory);
    const prefix = `${relative(directory, root).split(sep).join("/")}/`;
    if (rules) chain = { rules, above: chain, cut: 0, prefix };
  }
  return chain;
}

function directoriesUpToRepository(root: string): string[] {
  const found: string[] = [];
  for (let at = root; ; at = dirname(at)) {
    if (at !== root) found.push(at);
    if (existsSync(join(at, ".git"))) return found;
    if (dirname(at) === at) return [];
  }
}

function readRules(directory: string): IgnoreRules | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, IGNORE_FILE), "utf8");
  } catch {
    return undefined; // None there, or none for us.
  }
  const rules = new IgnoreRules(text);
  return rules.isEmpty ? undefined : rules;
}
