// What a minimizer is: it knows one family of programs and which lines of their output tell nothing. Pure.

/** Says of one line after the other whether it tells nothing; may remember what came before. */
export type NoiseFilter = (line: string) => boolean;

export interface Minimizer {
  readonly name: string;
  /** Whether it knows this command line; the first word is the program without its folder. */
  matches(words: readonly string[]): boolean;
  filter(): NoiseFilter;
}

/** A filter that drops every line that one of the patterns matches. */
export function dropping(...patterns: readonly RegExp[]): () => NoiseFilter {
  return () => (line) => patterns.some((pattern) => pattern.test(line));
}

/** The first word of a command line that is no option. */
export function subcommand(words: readonly string[]): string | undefined {
  return words.slice(1).find((word) => !word.startsWith("-"));
}
