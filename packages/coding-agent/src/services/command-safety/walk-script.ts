// Goes through a parsed script in the order it would run, follows what is known, and stops at the first
// command that should be asked about.
import { applyBuiltin } from "./builtins.ts";
import { noteDownloads } from "./downloads.ts";
import { expandWhole, expandWord, expandWords } from "./expand-word.ts";
import { isForkBomb } from "./fork-bomb.ts";
import { type Invocation, type Surroundings, Upstream } from "./invocation.ts";
import { isCriticalToWrite } from "./places.ts";
import { findCommands } from "./rules-delete.ts";
import { rulesFor } from "./rules.ts";
import type { Scope } from "./scope.ts";
import type { Command, Item, Part, Redirect, Script, Word } from "./syntax.ts";
import { HOLE } from "./unknown.ts";
import { unwrap } from "./wrappers.ts";

/** Why a script should be asked about. */
export class Danger extends Error {}

/** Goes through a script that is the argument of a command. */
export type WalkText = (text: string, scope: Scope) => void;

/** Programs within programs multiply; more than anybody writes is not followed. */
const MAX_WRAPPERS = 24;
const MAX_WRAPPED_ARGUMENTS = 200_000;

export class ScriptWalker {
  readonly #walkText: WalkText;
  #wrappedArguments = 0;

  constructor(walkText: WalkText) {
    this.#walkText = walkText;
  }

  /** Everything the script runs; throws Danger. */
  walk(script: Script, scope: Scope, upstream = new Upstream()): Invocation[] {
    const wasUncertain = scope.isUncertain;
    let before: Item["operator"] = ";";
    const all: Invocation[] = [];
    for (const { pipeline, operator } of script) {
      scope.isUncertain = wasUncertain || before === "&&" || before === "||";
      const isForked = pipeline.length > 1 || operator === "&";
      const stages = isForked ? scope.fork() : scope;
      const earlier = pipeline.length > 1 ? copyOf(upstream) : upstream;
      for (const command of pipeline) {
        const ran = this.#command(command, stages, earlier);
        if (pipeline.length > 1) earlier.add(ran);
        for (const invocation of ran) all.push(invocation);
      }
      before = operator;
    }
    scope.isUncertain = wasUncertain;
    return all;
  }

  #command(command: Command, scope: Scope, upstream: Upstream): Invocation[] {
    switch (command.type) {
      case "function":
        if (isForkBomb(command)) throw new Danger("starts copies of itself without end");
        this.#uncertainly(scope, () => this.#command(command.body, scope.fork(), upstream));
        return [];
      case "simple":
        return this.#simple(command, scope, upstream);
      case "compound":
        return this.#compound(command, scope, upstream);
    }
  }

  #compound(
    command: Extract<Command, { type: "compound" }>,
    scope: Scope,
    upstream: Upstream,
  ): Invocation[] {
    const inner = command.isSubshell ? scope.fork() : scope;
    const substituted = this.#substitutions(command.words, scope);
    this.#redirects(command.redirects, scope, substituted);
    if (command.variable !== undefined)
      inner.assign(command.variable, orUnknown(expandWords(command.words, scope)));
    const walkAll = (): Invocation[] =>
      command.scripts.flatMap((script) => this.walk(script, inner, upstream));
    const ran = command.isConditional ? this.#uncertainly(inner, walkAll) : walkAll();
    noteDownloads(ran, command.redirects, scope);
    return ran;
  }

  #uncertainly<T>(scope: Scope, action: () => T): T {
    const before = scope.isUncertain;
    scope.isUncertain = true;
    const result = action();
    scope.isUncertain = before;
    return result;
  }

  #simple(
    command: Extract<Command, { type: "simple" }>,
    scope: Scope,
    upstream: Upstream,
  ): Invocation[] {
    const { assignments, words, redirects } = command;
    const values = assignments.map(({ value }) => value);
    const substituted = this.#substitutions([...values, ...words], scope);
    this.#redirects(redirects, scope, substituted);
    if (words.length === 0)
      for (const { name, value, isAppending } of assignments)
        scope.assign(name, isAppending ? [HOLE] : expandWhole(value, scope));
    const around: Surroundings = {
      scope,
      upstream,
      substituted,
      judgeText: (text) => this.#walkText(text, scope),
      ...inputOf(redirects, scope),
    };
    const ran = argvsOf(words, scope).flatMap((argv) => this.#run(argv, around, {}));
    applyBuiltin(words, scope);
    checkSocket(ran, redirects, scope);
    noteDownloads(ran, redirects, scope, upstream);
    return ran;
  }

  /** Judges one program and what it wraps. */
  #run(
    argv: readonly string[],
    around: Surroundings,
    traits: Partial<Invocation>,
    wrappers = 0,
  ): Invocation[] {
    const [path, ...args] = argv;
    if (path === undefined) return [];
    if (wrappers > 0) this.#wrappedArguments += argv.length;
    if (wrappers > MAX_WRAPPERS || this.#wrappedArguments > MAX_WRAPPED_ARGUMENTS)
      throw new Danger("runs programs inside programs too deeply");
    // A program that is not known may itself be a wrapper.
    if (path === HOLE && args.length > 0) return this.#run(args, around, traits, wrappers + 1);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const invocation: Invocation = {
      isElevated: false,
      hasInputArguments: false,
      ...traits,
      name,
      path,
      args,
    };
    for (const rule of rulesFor(name)) {
      const reason = rule(invocation, around);
      if (reason !== undefined) throw new Danger(reason);
    }
    const inner = /^g?find$/.test(name)
      ? findCommands(args).flatMap((found) => this.#run(found, around, traits, wrappers + 1))
      : this.#unwrapped(invocation, around, wrappers + 1);
    return [invocation, ...inner];
  }

  #unwrapped(invocation: Invocation, around: Surroundings, wrappers: number): Invocation[] {
    const wrapped = unwrap(invocation.name, invocation.args);
    if (wrapped === undefined) return [];
    if (wrapped.text !== undefined) {
      if (wrapped.text === HOLE) throw new Danger("runs a script that is known only when it runs");
      around.judgeText(wrapped.text);
    }
    const traits = {
      isElevated: wrapped.isElevated ?? invocation.isElevated,
      hasInputArguments: wrapped.hasInputArguments ?? invocation.hasInputArguments,
    };
    return this.#run(wrapped.argv ?? [], around, traits, wrappers);
  }

  /** What runs to make the words; it runs in subshells. */
  #substitutions(words: readonly Word[], scope: Scope): Invocation[] {
    return words.flatMap(({ parts }) => this.#parts(parts, scope));
  }

  #parts(parts: readonly Part[], scope: Scope): Invocation[] {
    return parts.flatMap((part) => {
      switch (part.type) {
        case "text":
          return [];
        case "command":
        case "process":
          return this.walk(part.script, scope.fork());
        case "variable":
          return this.#parts(part.operation?.operand ?? [], scope);
        case "computed":
          return this.#parts(part.parts, scope);
      }
    });
  }

  #redirects(redirects: readonly Redirect[], scope: Scope, substituted: Invocation[]): void {
    for (const { operator, target } of redirects) {
      for (const ran of this.#parts(target.parts, scope)) substituted.push(ran);
      if (!/^(?:>|>>|>\||&>|&>>|<>|>&)$/.test(operator)) continue;
      const critical = expandWhole(target, scope).find((path) => isCriticalToWrite(path, scope));
      if (critical !== undefined) throw new Danger(`writes to ${critical}`);
    }
  }
}

function copyOf(upstream: Upstream): Upstream {
  const copy = new Upstream();
  copy.add(upstream.invocations);
  copy.isCut = upstream.isCut;
  copy.fetches = upstream.fetches;
  return copy;
}

function orUnknown(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [HOLE] : values;
}

/** Every way the command line may turn out, as far as the program is concerned. */
function argvsOf(words: readonly Word[], scope: Scope): string[][] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  const args = expandWords(rest, scope);
  return expandWord(first, scope).map((fields) => [...fields, ...args]);
}

function inputOf(
  redirects: readonly Redirect[],
  scope: Scope,
): Pick<Surroundings, "inputText" | "inputFile"> {
  for (const { operator, target } of redirects) {
    const [value] = expandWhole(target, scope);
    if (operator === "<<" || operator === "<<<") return { inputText: value ?? HOLE };
    if (operator === "<") return { inputFile: value ?? HOLE };
    if (operator === "<&") return { inputText: HOLE };
  }
  return {};
}

const SHELL = /^(?:r?bash|sh|dash|ash|zsh|fish|m?ksh|t?csh)$/;

/** A shell whose input or output is the network. */
function checkSocket(
  ran: readonly Invocation[],
  redirects: readonly Redirect[],
  scope: Scope,
): void {
  if (!ran.some(({ name }) => SHELL.test(name))) return;
  const isSocket = redirects.some(({ target }) =>
    expandWhole(target, scope).some((path) => /^\/dev\/(?:tcp|udp)\//.test(path)),
  );
  if (isSocket) throw new Danger("gives a shell to the network");
}
