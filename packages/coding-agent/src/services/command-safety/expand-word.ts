// What a word may stand for when it is run: alternatives, each a list of fields. Values that cannot be known
// hold a HOLE. Runs nothing.
import { expandBraces, hideBraces } from "./braces.ts";
import type { Scope } from "./scope.ts";
import type { Part, Script, Word } from "./syntax.ts";
import { HOLE } from "./unknown.ts";

/** One way a word may turn out: the arguments it becomes. */
export type Fields = readonly string[];

const SPLIT = "\uE001";
const MAX_ALTERNATIVES = 32;
const MAX_COMPUTED_LENGTH = 4096;

/** Every way that a word may turn out. */
export function expandWord(word: Word, scope: Scope): readonly Fields[] {
  const isQuoted = word.parts.some((part) => "isQuoted" in part && part.isQuoted);
  return textsOf(withTilde(word.parts, scope), scope).map((text) => {
    if (text === "") return isQuoted ? [""] : [];
    return expandBraces(text)
      .flatMap((field) => field.split(SPLIT))
      .filter((field) => field !== "" || isQuoted);
  });
}

/** All the fields that words may become, whatever the alternative. */
export function expandWords(words: readonly Word[], scope: Scope): string[] {
  return words.flatMap((word) => expandWord(word, scope).flat());
}

/** A word where it is not split: a value, a target. */
export function expandWhole(word: Word, scope: Scope): string[] {
  return textsOf(withTilde(word.parts, scope), scope).map((text) =>
    expandBraces(text).join(" ").replaceAll(SPLIT, " "),
  );
}

/** `~` at the start of a word is the home directory, `~name` that of somebody else. */
function withTilde(parts: readonly Part[], scope: Scope): readonly Part[] {
  const [first, ...rest] = parts;
  if (first?.type !== "text" || first.isQuoted || !first.text.startsWith("~")) return parts;
  const [tilde, ...below] = first.text.split("/");
  const home = tilde === "~" ? scope.home : tilde === "~+" ? scope.cwd : `/home/${tilde?.slice(1)}`;
  return [{ ...first, text: [home, ...below].join("/") }, ...rest];
}

function textsOf(parts: readonly Part[], scope: Scope): readonly string[] {
  let texts: readonly string[] = [""];
  let isComputed = false;
  for (const part of parts) {
    const values = valuesOf(part, scope);
    isComputed ||= part.type !== "text";
    texts =
      texts.length * values.length > MAX_ALTERNATIVES
        ? texts.map((text) => text + HOLE)
        : texts.flatMap((text) => values.map((value) => text + value));
    // Values that are built from values could double at every step.
    if (isComputed) texts = texts.map((text) => (text.length > MAX_COMPUTED_LENGTH ? HOLE : text));
  }
  return texts;
}

function valuesOf(part: Part, scope: Scope): readonly string[] {
  switch (part.type) {
    case "text":
      return [part.isQuoted ? part.text : hideBraces(part.text)];
    case "variable": {
      const values = variableValues(part, scope);
      return part.isQuoted ? values : values.map(split);
    }
    case "command": {
      const value = outputOf(part.script, scope) ?? HOLE;
      return [part.isQuoted ? value : split(value)];
    }
    case "process":
      return [`/dev/fd/${HOLE}`];
    case "computed":
      return [HOLE];
  }
}

function split(value: string): string {
  return value.replace(/[ \t\n]+/g, SPLIT);
}

function variableValues(
  { name, operation }: Extract<Part, { type: "variable" }>,
  scope: Scope,
): readonly string[] {
  const values = scope.valuesOf(name);
  if (operation === undefined) return values;
  const other = () => textsOf(operation.operand, scope);
  switch (operation.operator) {
    case ":-":
    case "-":
    case ":=":
    case "=":
      return isUnknown(values) ? [...other(), ...values] : values;
    case ":?":
    case "?":
      return values;
    case ":+":
    case "+":
      return ["", ...other()];
    default:
      return [HOLE];
  }
}

function isUnknown(values: readonly string[]): boolean {
  return values.some((value) => value === HOLE || value === "");
}

/** What a substitution prints, where that is plain to see. */
function outputOf(script: Script, scope: Scope): string | undefined {
  const [item, ...more] = script;
  const [command, ...stages] = item?.pipeline ?? [];
  if (more.length > 0 || stages.length > 0 || command?.type !== "simple") return undefined;
  const [name, ...args] = expandWords(command.words, scope);
  switch (name) {
    case "echo":
      return echoed(args);
    case "printf":
      return args.length === 1 && !/[%\\]/.test(args[0]!) ? args[0] : undefined;
    case "mktemp":
      return `/tmp/${HOLE}`;
    case "pwd":
      return scope.cwd;
    default:
      return undefined;
  }
}

/** What `echo` prints for these arguments, without the line break. */
export function echoed(args: readonly string[]): string {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  return first === -1 ? "" : args.slice(first).join(" ");
}
