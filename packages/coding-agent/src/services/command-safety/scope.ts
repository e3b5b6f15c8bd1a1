// What is known while a script is judged: variables, the directory it is in, files it fetched. Forked for
// subshells.
import { HOLE } from "./unknown.ts";

/** Where the command would run; what is left out is not known. */
export interface CommandPlace {
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
}

/** Stand-ins for directories that the caller did not name; no real path holds these characters. */
const SOME_HOME = "/\uE010/home";
const SOME_WORKSPACE = "/\uE011/parent/workspace";

/** A variable has one of these values. */
export type Values = readonly string[];

const MAX_VALUES = 32;

export class Scope {
  readonly workspace: string;
  readonly home: string;
  /** Files that the script fetched, wherever in it. */
  readonly downloaded: Set<string>;
  /** Inside something that may not run: what it assigns is possible, not certain. */
  isUncertain = false;
  cwd: string;
  readonly #outer: Scope | undefined;
  readonly #variables = new Map<string, Values>();

  constructor(place: CommandPlace, outer?: Scope) {
    this.workspace = place.cwd ?? SOME_WORKSPACE;
    this.cwd = outer?.cwd ?? this.workspace;
    this.home = place.home ?? SOME_HOME;
    this.downloaded = outer?.downloaded ?? new Set();
    this.isUncertain = outer?.isUncertain ?? false;
    this.#outer = outer;
    if (outer === undefined) {
      this.#variables.set("HOME", [this.home]);
      this.#variables.set("TMPDIR", ["/tmp"]);
    }
  }

  /** A scope whose variables and directory stay inside; the outer one must rest meanwhile. */
  fork(): Scope {
    return new Scope({ cwd: this.workspace, home: this.home }, this);
  }

  valuesOf(name: string): Values {
    if (name === "PWD") return [this.cwd];
    return this.#variables.get(name) ?? this.#outer?.valuesOf(name) ?? [HOLE];
  }

  assign(name: string, values: Values): void {
    const before = this.isUncertain ? this.valuesOf(name) : [];
    const all = [...new Set([...before, ...values])];
    this.#variables.set(name, all.length > MAX_VALUES ? [HOLE] : all);
  }
}
