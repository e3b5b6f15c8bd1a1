// One source file as the rules see it: its place, its text, its syntax tree and what it imports. Knows the
// parser; judges nothing.
import { parseSync, type Comment, type Program } from "oxc-parser";
import { bindingsOf, type Bindings } from "./bindings.ts";
import { importListeners, type ImportUse } from "./imports.ts";
import { placeOf, type Place } from "./place.ts";
import type { Listeners } from "./walk.ts";

/** What is kept of a file once its syntax tree is gone. */
export interface FileFacts {
  readonly place: Place;
  readonly lineCount: number;
  readonly imports: readonly ImportUse[];
  /** 1-based line of an offset. */
  readonly lineAt: (offset: number) => number;
}

export interface SyntaxFailure {
  readonly message: string;
  readonly offset: number;
}

export interface SourceFile extends FileFacts {
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** The first syntax error, if any; the tree is then empty or partial. */
  readonly failure?: SyntaxFailure;
  /** Built when first asked for. */
  readonly bindings: () => Bindings;
}

export interface ParsedFile {
  readonly file: SourceFile;
  /** Must take part in the walk, or `file.imports` stays empty. */
  readonly importListeners: Listeners;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineIndexAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function parseFile(path: string, text: string): ParsedFile {
  const result = parseSync(path, text, { preserveParens: false });
  const { program, comments } = result;
  const starts = lineStartsOf(text);
  const imports: ImportUse[] = [];
  let bindings: Bindings | undefined;
  const error = result.errors[0];
  const file: SourceFile = {
    place: placeOf(path),
    text,
    program,
    comments,
    lineCount: text.endsWith("\n") ? starts.length - 1 : starts.length,
    imports,
    lineAt: (offset) => lineIndexAt(starts, offset) + 1,
    bindings: () => (bindings ??= bindingsOf(program)),
    ...(error && { failure: { message: error.message, offset: error.labels[0]?.start ?? 0 } }),
  };
  return { file, importListeners: importListeners((use) => imports.push(use)) };
}

/** The part of a file that outlives its syntax tree. */
export function factsOf({ place, lineCount, imports, lineAt }: SourceFile): FileFacts {
  return { place, lineCount, imports, lineAt };
}
