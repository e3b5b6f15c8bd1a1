// What every parser here offers, whichever engine is behind it. Types only.

/** A node of a syntax tree. Offsets count UTF-16 units, lines start at 0. */
export interface SyntaxNode {
  readonly kind: string;
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly children: readonly SyntaxNode[];
  /** The child that plays a role (`body`), if the grammar names it. */
  childByRole(role: string): SyntaxNode | undefined;
}

/** Where a pattern matched, and what its variables stand for. */
export interface StructuralMatch {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly text: string;
  /** `NAME` to source text; for `$$$NAME` from the first to the last node, separators included. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A parsed text. */
export interface SyntaxTree extends Disposable {
  readonly root: SyntaxNode;
  /** Whether the parser had to guess. */
  readonly hasErrors: boolean;
  /** In order of position. Throws a `StructuralPatternError` when the pattern is no single node of the language. */
  findAll(pattern: string): StructuralMatch[];
}

/** A pattern that cannot be used for a language. */
export class StructuralPatternError extends Error {
  override readonly name = "StructuralPatternError";
}
