// One program that a script runs, free of wrappers, and what is known around it.
import type { Scope } from "./scope.ts";

export interface Invocation {
  /** The name without its directory. */
  readonly name: string;
  /** As written. */
  readonly path: string;
  readonly args: readonly string[];
  /** Runs with another user's rights. */
  readonly isElevated: boolean;
  /** Gets more arguments from its input, as under xargs. */
  readonly hasInputArguments: boolean;
}

/** What is known around an invocation. */
export interface Surroundings {
  readonly scope: Scope;
  /** What runs before it in its pipeline. */
  readonly upstream: Upstream;
  /** What runs to make its words. */
  readonly substituted: readonly Invocation[];
  /** Its input, where the script spells it out. */
  readonly inputText?: string;
  readonly inputFile?: string;
  /** Judges a script that it would run. */
  readonly judgeText: (text: string) => void;
}

/** A rule: why the invocation should be asked about, or undefined. */
export type Rule = (invocation: Invocation, around: Surroundings) => string | undefined;

const MAX_KEPT = 16;

/** The programs earlier in a pipeline; only the first few are kept. */
export class Upstream {
  readonly invocations: Invocation[] = [];
  fetches = false;
  isCut = false;

  get isEmpty(): boolean {
    return this.invocations.length === 0;
  }

  add(added: readonly Invocation[]): void {
    for (const invocation of added) {
      this.fetches ||= isFetcher(invocation);
      if (this.invocations.length < MAX_KEPT) this.invocations.push(invocation);
      else this.isCut = true;
    }
  }
}

const FETCHERS = /^(?:curl|wget|wget2|fetch|aria2c|https?|xh|lynx|w3m|links|GET|lwp-request)$/;

/** True for a program that brings something from the network. */
export function isFetcher({ name }: Invocation): boolean {
  return FETCHERS.test(name);
}

/** Arguments that are not options; after `--` all of them. */
export function operandsOf(args: readonly string[], valued?: ReadonlySet<string>): string[] {
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === "--") return [...operands, ...args.slice(index + 1)];
    if (valued?.has(arg)) index++;
    else if (!/^-./.test(arg)) operands.push(arg);
  }
  return operands;
}

/** True when a short option stands among the arguments, alone or with others, or the long one. */
export function hasOption(args: readonly string[], letters: string, long: string): boolean {
  const short = new RegExp(`^-[A-Za-z]*[${letters}]`);
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  return options.some(
    (arg) => short.test(arg) || (arg.length > 3 && arg.startsWith("--") && long.startsWith(arg)),
  );
}
