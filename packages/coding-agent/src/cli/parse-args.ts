// Turns words of the command line into flags, messages and attachments. Pure; a wrong word is answered
// with what was meant or what is allowed.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { UserError } from "../platform/exit-codes.ts";
import type { Flag } from "./flags.ts";

/** A parsed command line. */
export interface ParsedArgs {
  /** Flags that were given; a switch holds `true`, a repeatable flag its values in order. */
  readonly flags: ReadonlyMap<string, string | true | readonly string[]>;
  /** Positional words in order. */
  readonly words: readonly string[];
  /** Paths given as `@path`. */
  readonly files: readonly string[];
}

/** How the words of a command line are read. */
export interface ArgStyle {
  /** Where all flags are listed. */
  readonly helpCommand?: string;
  /** `@path` is a word like any other. */
  readonly isPlain?: boolean;
  /** From the first word on nothing is a flag. */
  readonly isVerbatim?: boolean;
}

/** Parses `argv` by the given flags. Throws UserError for anything it cannot place. */
export function parseArgs(
  argv: readonly string[],
  known: readonly Flag[],
  { helpCommand = "omp --help", isPlain = false, isVerbatim = false }: ArgStyle = {},
): ParsedArgs {
  const flags = new Map<string, string | true | string[]>();
  const words: string[] = [];
  const files: string[] = [];
  let at = 0;
  let flagsEnded = false;
  while (at < argv.length) {
    const word = argv[at++] as string;
    if (flagsEnded || word === "-" || !word.startsWith("-")) {
      if (!isPlain && !flagsEnded && word.startsWith("@") && word.length > 1)
        files.push(word.slice(1));
      else words.push(word);
      flagsEnded ||= isVerbatim;
    } else if (word === "--") {
      flagsEnded = true;
    } else {
      at = takeFlag(word, argv, at, { known, helpCommand }, flags);
    }
  }
  return { flags, words, files };
}

function takeFlag(
  word: string,
  argv: readonly string[],
  at: number,
  { known, helpCommand }: { readonly known: readonly Flag[]; readonly helpCommand: string },
  flags: Map<string, string | true | string[]>,
): number {
  const equals = word.indexOf("=");
  const name = equals === -1 ? word : word.slice(0, equals);
  const inline = equals === -1 ? undefined : word.slice(equals + 1);
  const flag = known.find((candidate) => spellings(candidate).includes(name));
  if (flag === undefined) throw unknownFlag(name, known, helpCommand);
  if (flag.value === undefined) {
    if (inline !== undefined) throw new UserError(`${name} takes no value (got "${inline}").`);
    flags.set(flag.name, true);
    return at;
  }
  const next = argv[at];
  const isNextValue = next !== undefined && (next === "-" || !next.startsWith("-"));
  const value = inline ?? (isNextValue ? next : undefined);
  if (value === undefined) {
    if (!flag.isOptionalValue)
      throw new UserError(`${name} needs a value: ${name} <${flag.value}>.`);
    flags.set(flag.name, true);
    return at;
  }
  if (flag.allowed !== undefined && !flag.allowed.includes(value))
    throw wrongValue(name, value, flag);
  const before = flags.get(flag.name);
  if (flag.isRepeatable) flags.set(flag.name, [...(Array.isArray(before) ? before : []), value]);
  else flags.set(flag.name, value);
  return inline === undefined ? at + 1 : at;
}

/** All ways to write a flag, dashes included. */
function spellings(flag: Flag): string[] {
  const long = [flag.name, ...(flag.aliases ?? [])].map((name) => `--${name}`);
  return flag.short === undefined ? long : [`-${flag.short}`, ...long];
}

function unknownFlag(name: string, known: readonly Flag[], helpCommand: string): UserError {
  // A short flag is no likeness of a long one.
  const alike = known.flatMap(spellings).filter((each) => each.startsWith("--"));
  const meant = name.startsWith("--") ? nearest(name, alike) : undefined;
  const hint = meant === undefined ? `See ${helpCommand} for all flags.` : `Did you mean ${meant}?`;
  return new UserError(`Unknown flag ${name}. ${hint}`);
}

function wrongValue(name: string, value: string, flag: Flag): UserError {
  const allowed = flag.allowed ?? [];
  const meant = nearest(value, allowed);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new UserError(`${name} cannot be "${value}"; allowed: ${allowed.join(", ")}.${hint}`);
}
