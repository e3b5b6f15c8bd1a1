// The ignore files that speak for one directory: reads them and asks them in order, as ripgrep does. It knows nothing of
// traversal.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { IgnoreRules, type IgnoreVerdict } from "./ignore-rules.ts";

/** One ignore file and those of its kind above it. Paths are relative to the root of the walk. */
interface IgnoreLink {
  readonly rules: IgnoreRules;
  readonly above: IgnoreLink | undefined;
  /** How many characters of a path lie above this file's directory. */
  readonly cut: number;
  /** For files above the root: what lies between them and the root, ending with a slash. */
  readonly prefix: string;
}

/** The nearest file of each kind. A kind's word counts before that of the next, whatever their directories. */
export interface IgnoreChain {
  /** `.rgignore`, then `.ignore`: for search tools, inside a repository or not. */
  readonly rgignore: IgnoreLink | undefined;
  readonly ignore: IgnoreLink | undefined;
  /** `.gitignore`, then `.git/info/exclude`: in a repository inside another they start afresh. */
  readonly gitignore: IgnoreLink | undefined;
  readonly exclude: IgnoreLink | undefined;
  /** Whether the walk is in a repository; elsewhere `.gitignore` files count wherever they are. */
  readonly isInRepository: boolean;
}

const NO_RULES: IgnoreChain = {
  rgignore: undefined,
  ignore: undefined,
  gitignore: undefined,
  exclude: undefined,
  isInRepository: false,
};
const RULE_SOURCES: ReadonlySet<string> = new Set([".rgignore", ".ignore", ".gitignore", ".git"]);

/** Whether an entry of this name may bring rules for the directory it is in. */
export function isRuleSource(name: string): boolean {
  return RULE_SOURCES.has(name);
}

/** Whether the first kind with an opinion says that `path` is left out. */
export function isIgnored(
  chain: IgnoreChain,
  path: string,
  name: string,
  isDirectory: boolean,
): boolean {
  const verdict =
    judge(chain.rgignore, path, name, isDirectory) ??
    judge(chain.ignore, path, name, isDirectory) ??
    judge(chain.gitignore, path, name, isDirectory) ??
    judge(chain.exclude, path, name, isDirectory);
  return verdict === "ignored";
}

function judge(
  nearest: IgnoreLink | undefined,
  path: string,
  name: string,
  isDirectory: boolean,
): IgnoreVerdict {
  for (let link = nearest; link; link = link.above) {
    const own =
      link.prefix === "" ? (link.cut === 0 ? path : path.slice(link.cut)) : link.prefix + path;
    const verdict = link.rules.judge(own, name, isDirectory);
    if (verdict) return verdict;
  }
  return undefined;
}

/** The chain for a directory that holds rule sources; `path` is "" for the root, else ends with a slash. */
export function extendChain(
  above: IgnoreChain | undefined,
  directory: string,
  path: string,
): IgnoreChain {
  return addDirectory(above ?? NO_RULES, directory, { cut: path.length, prefix: "" });
}

/**
 * What the directories above the root have to say: git's rules as far up as the repository goes, those of search tools all
 * the way. Outside a repository nothing above the root counts.
 */
export function chainAbove(root: string): IgnoreChain | undefined {
  const directories: string[] = [];
  for (let at = root; dirname(at) !== at; at = dirname(at)) directories.push(dirname(at));
  const isInside = [root, ...directories].some((directory) => existsSync(join(directory, ".git")));
  if (!isInside) return undefined;
  let chain: IgnoreChain = { ...NO_RULES, isInRepository: true };
  for (const directory of directories.toReversed()) {
    const prefix = `${relative(directory, root).split(sep).join("/")}/`;
    chain = addDirectory(chain, directory, { cut: 0, prefix });
  }
  const own = existsSync(join(root, ".git"));
  return own ? { ...chain, gitignore: undefined, exclude: undefined } : chain;
}

type Place = Pick<IgnoreLink, "cut" | "prefix">;

function addDirectory(above: IgnoreChain, directory: string, place: Place): IgnoreChain {
  const add = (file: string, from: IgnoreLink | undefined): IgnoreLink | undefined => {
    const rules = readRules(join(directory, file));
    return rules ? { rules, above: from, ...place } : from;
  };
  const { isInRepository } = above;
  const repository = commonGitFolder(join(directory, ".git"));
  const inherited = repository !== undefined && isInRepository ? NO_RULES : above;
  return {
    rgignore: add(".rgignore", above.rgignore),
    ignore: add(".ignore", above.ignore),
    gitignore: add(".gitignore", inherited.gitignore),
    exclude:
      repository === undefined
        ? above.exclude
        : add(relative(directory, join(repository, "info/exclude")), inherited.exclude),
    isInRepository,
  };
}

/** The folder that all work trees of a repository share; undefined where there is no repository. */
function commonGitFolder(git: string): string | undefined {
  const stats = statSync(git, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) return git;
  const pointed = /^gitdir: (.+)$/m.exec(readText(git) ?? "")?.[1]?.trim();
  if (pointed === undefined) return git;
  const own = isAbsolute(pointed) ? pointed : join(dirname(git), pointed);
  const common = readText(join(own, "commondir"))?.trim();
  if (common === undefined) return own;
  return isAbsolute(common) ? common : join(own, common);
}

function readRules(path: string): IgnoreRules | undefined {
  const text = readText(path);
  const rules = text === undefined ? undefined : new IgnoreRules(text);
  return rules?.isEmpty === false ? rules : undefined;
}

function readText(path: string): string | undefined {
  try {
    // A pipe of this name would block for ever.
    return statSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined; // None there, or none for us.
  }
}
