// The rules of one ignore file, as git reads them: which of the paths below its directory are left out. Pure; it knows
// nothing of files, of other ignore files or of hidden names.
import { compileIgnorePattern } from "./ignore-pattern.ts";

/** What a rule says about a path; undefined when none speaks of it. */
export type IgnoreVerdict = "ignored" | "kept" | undefined;

interface Rule {
  /** Later rules win. */
  readonly order: number;
  readonly isNegated: boolean;
  readonly isDirectoryOnly: boolean;
}

interface PatternRule extends Rule {
  readonly matcher: RegExp;
  /** Whether the whole relative path counts, not just the name. */
  readonly isAnchored: boolean;
}

/** Most rules are a plain name or `*.extension`: those are looked up, only the rest is tried one by one. */
export class IgnoreRules {
  readonly #byName = new Map<string, Rule[]>();
  readonly #byExtension = new Map<string, Rule[]>();
  readonly #patterns: PatternRule[] = [];

  constructor(text: string) {
    let order = 0;
    for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
      const parsed = parseLine(line);
      if (parsed) this.#add(parsed.body, { order: order++, ...parsed.flags });
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0 && this.#byExtension.size === 0 && this.#patterns.length === 0;
  }

  /** `path` is relative to the directory of the ignore file, with slashes; `name` is its last part. */
  judge(path: string, name: string, isDirectory: boolean): IgnoreVerdict {
    let winner = latest(this.#byName.get(name), isDirectory, undefined);
    const dot = name.lastIndexOf(".");
    if (dot >= 0) winner = latest(this.#byExtension.get(name.slice(dot + 1)), isDirectory, winner);
    for (let index = this.#patterns.length - 1; index >= 0; index--) {
      const rule = this.#patterns[index];
      if (!rule || (winner && rule.order < winner.order)) break;
      if (rule.isDirectoryOnly && !isDirectory) continue;
      if (rule.matcher.test(rule.isAnchored ? path : name)) {
        winner = rule;
        break;
      }
    }
    return winner && (winner.isNegated ? "kept" : "ignored");
  }

  #add(body: string, rule: Rule): void {
    const isAnchored = body.includes("/");
    if (!isAnchored && !/[*?[\\]/.test(body)) return push(this.#byName, body, rule);
    const extension = /^\*\.([^*?[\\./]+)$/.exec(body)?.[1];
    if (extension !== undefined) return push(this.#byExtension, extension, rule);
    const matcher = compileIgnorePattern(body);
    if (matcher) this.#patterns.push({ ...rule, matcher, isAnchored });
  }
}

interface ParsedLine {
  readonly body: string;
  readonly flags: Omit<Rule, "order">;
}

function parseLine(line: string): ParsedLine | undefined {
  if (line.startsWith("#")) return undefined;
  let body = trimUnescapedEnd(line);
  const isNegated = body.startsWith("!");
  if (isNegated) body = body.slice(1);
  const isDirectoryOnly = body.endsWith("/");
  if (isDirectoryOnly) body = body.replace(/\/+$/, "");
  return body === "" ? undefined : { body, flags: { isNegated, isDirectoryOnly } };
}

/** Blanks at the end do not count unless the last one is escaped. */
function trimUnescapedEnd(line: string): string {
  let end = line.length;
  while (end > 0 && /[ \t]/.test(line[end - 1] ?? "") && line[end - 2] !== "\\") end--;
  return line.slice(0, end);
}

function latest(
  rules: readonly Rule[] | undefined,
  isDirectory: boolean,
  best: Rule | undefined,
): Rule | undefined {
  if (!rules) return best;
  for (const rule of rules) {
    if ((isDirectory || !rule.isDirectoryOnly) && (!best || rule.order > best.order)) best = rule;
  }
  return best;
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const list = map.get(key);
  if (list) list.push(rule);
  else map.set(key, [rule]);
}
