// A position in the text of a script, with what the parsers of words and of commands share: blanks, comments,
// waiting here-documents and the limit of nesting.
import type { Part, Script } from "./syntax.ts";

/** The text is not a script that we can read. */
export class SyntaxProblem extends Error {}

/** A here-document whose text begins after the next line break. */
export interface PendingHeredoc {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  /** Filled when the text is read. */
  readonly parts: Part[];
}

const MAX_DEPTH = 60;
const BLANKS = /(?:[ \t\r]|\\\n)*/y;
const KEYWORD = /(?:\[\[|[a-z]+|[{}!])(?=[\s;&|<>()]|$)/y;

export class Cursor {
  position = 0;
  readonly heredocs: PendingHeredoc[] = [];
  readonly text: string;
  #depth: number;

  constructor(text: string, depth = 0) {
    this.text = text;
    this.#depth = depth;
  }

  get depth(): number {
    return this.#depth;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The character at an offset, empty after the end. */
  peek(offset = 0): string {
    return this.text[this.position + offset] ?? "";
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Steps over `expected` if it is next. */
  take(expected: string): boolean {
    if (!this.startsWith(expected)) return false;
    this.position += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`expected ${expected}`);
  }

  /** Matches a sticky expression here and steps over it. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** The reserved word that stands here, without stepping over it. */
  peekKeyword(): string | undefined {
    KEYWORD.lastIndex = this.position;
    return KEYWORD.exec(this.text)?.[0];
  }

  skipBlanks(): void {
    this.match(BLANKS);
    if (this.peek() !== "#") return;
    const end = this.text.indexOf("\n", this.position);
    this.position = end === -1 ? this.text.length : end;
  }

  fail(problem: string): never {
    throw new SyntaxProblem(`${problem} at character ${this.position + 1}`);
  }

  /** Runs a parser one level deeper; deeper than anybody writes by hand is a problem. */
  nested<T>(parse: () => T): T {
    if (this.#depth >= MAX_DEPTH) this.fail("nested too deeply");
    this.#depth++;
    try {
      return parse();
    } finally {
      this.#depth--;
    }
  }
}

/** Parses a script up to one of the given ends, which is left in place. */
export type ParseScript = (cursor: Cursor, ends: readonly string[]) => Script;
