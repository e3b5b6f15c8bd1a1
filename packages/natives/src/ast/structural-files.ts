// Structural search and replacement over files: reads them, matches, and computes edits. It never writes; what becomes of
// the edits is up to the caller.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  StructuralPatternError,
  languageOfPath,
  resolveLanguage,
  type AstEngine,
  type StructuralMatch,
} from "./ast-engine.ts";
import { fillTemplate, requiredWord } from "./metavariables.ts";

/** Which files, and for how long. */
export interface StructuralScope {
  readonly engine: AstEngine;
  readonly root: string;
  /** Relative to the root, in the order of results. */
  readonly files: readonly string[];
  /** For all files; by default each file's name decides. */
  readonly language?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** A match in a file. */
export interface FileMatch extends StructuralMatch {
  readonly path: string;
}

/** What was not searched, and why. */
export interface FileProblem {
  readonly path: string;
  readonly problem:
    "unknown language" | "syntax errors" | "too large" | "unreadable" | "not text" | "pattern";
  readonly message: string;
}

/** What a pass over files found besides its results. */
export interface StructuralReport {
  readonly searchedFiles: number;
  readonly problems: readonly FileProblem[];
  readonly stopped: "timeout" | "aborted" | undefined;
}

/** A page of matches. */
export interface StructuralSearchResult extends StructuralReport {
  readonly matches: readonly FileMatch[];
  /** On all pages. */
  readonly totalMatches: number;
}

/** A pattern and what takes its place; variables of the pattern may appear in it. */
export interface RewriteOperation {
  readonly pattern: string;
  readonly replacement: string;
}

/** One replacement; offsets count UTF-16 units of the text as read. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly before: string;
  readonly after: string;
}

/** The edits of one file, in order, never overlapping, and the text they lead to. */
export interface FileRewrite {
  readonly path: string;
  readonly edits: readonly TextEdit[];
  readonly before: string;
  readonly after: string;
}

/** Edits for all files; none is complete without the others. */
export interface StructuralRewriteResult extends StructuralReport {
  readonly rewrites: readonly FileRewrite[];
  readonly totalEdits: number;
  /** Whether there is more to replace than the limit allows. */
  readonly isLimited: boolean;
}

/** Two replacements of the same text: which one is meant cannot be told. */
export class OverlappingEditsError extends Error {
  override readonly name = "OverlappingEditsError";
}

const MAX_FILE_BYTES = 2 << 20;

/** All matches of a pattern; files with syntax errors are searched too, and reported. */
export async function searchStructure(
  scope: StructuralScope & {
    readonly pattern: string;
    readonly skip?: number;
    readonly limit?: number;
  },
): Promise<StructuralSearchResult> {
  const { pattern, skip = 0, limit = Number.POSITIVE_INFINITY } = scope;
  const matches: FileMatch[] = [];
  let totalMatches = 0;
  const word = requiredWord(pattern);
  const report = await forEachFile(scope, async (path, text, language, note) => {
    if (word !== undefined && !text.includes(word)) return;
    using tree = await scope.engine.parse(text, language);
    if (!tree) return note("unknown language", `no grammar for ${language}`);
    const found = tree.findAll(pattern);
    if (tree.hasErrors) note("syntax errors", "the file has syntax errors; matches may be missing");
    for (const match of found) {
      if (totalMatches >= skip && matches.length < limit) matches.push({ path, ...match });
      totalMatches++;
    }
  });
  failIfPatternIsWrong(report, totalMatches);
  return { ...report, matches, totalMatches };
}

/** The edits that operations lead to; files with syntax errors are left alone. Throws `OverlappingEditsError`. */
export async function rewriteStructure(
  scope: StructuralScope & {
    readonly operations: readonly RewriteOperation[];
    readonly limit?: number;
  },
): Promise<StructuralRewriteResult> {
  const { operations, limit = Number.POSITIVE_INFINITY } = scope;
  const rewrites: FileRewrite[] = [];
  let totalEdits = 0;
  let isLimited = false;
  const words = operations.map(({ pattern }) => requiredWord(pattern));
  const report = await forEachFile(scope, async (path, text, language, note) => {
    if (words.every((word) => word !== undefined && !text.includes(word))) return;
    using tree = await scope.engine.parse(text, language);
    if (!tree) return note("unknown language", `no grammar for ${language}`);
    if (tree.hasErrors)
      return note("syntax errors", "the file has syntax errors and is left alone");
    const edits = operations.flatMap(({ pattern, replacement }) =>
      tree.findAll(pattern).map((match) => toEdit(match, replacement)),
    );
    edits.sort((left, right) => left.start - right.start || left.end - right.end);
    const changes = edits.filter((edit) => edit.before !== edit.after);
    if (changes.length === 0) return;
    refuseOverlap(edits, path);
    isLimited ||= totalEdits + changes.length > limit;
    if (isLimited) return;
    totalEdits += changes.length;
    rewrites.push({ path, edits: changes, before: text, after: applyEdits(text, changes) });
  });
  failIfPatternIsWrong(report, totalEdits);
  return { ...report, rewrites, totalEdits, isLimited };
}

/** The text after its edits, which are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let out = "";
  let from = 0;
  for (const { start, end, after } of edits) {
    out += text.slice(from, start) + after;
    from = end;
  }
  return out + text.slice(from);
}

type Note = (problem: FileProblem["problem"], message: string) => void;

async function forEachFile(
  scope: StructuralScope,
  visit: (path: string, text: string, language: string, note: Note) => Promise<void>,
): Promise<StructuralReport> {
  const { root, files, signal, timeoutMs = Number.POSITIVE_INFINITY } = scope;
  const deadline = performance.now() + timeoutMs;
  const given = scope.language === undefined ? undefined : resolveLanguage(scope.language);
  const problems: FileProblem[] = [];
  let searchedFiles = 0;
  for (const path of files) {
    if (signal?.aborted) return { searchedFiles, problems, stopped: "aborted" };
    if (performance.now() >= deadline) return { searchedFiles, problems, stopped: "timeout" };
    const note: Note = (problem, message) => void problems.push({ path, problem, message });
    const language = given ?? (scope.language === undefined ? languageOfPath(path) : undefined);
    if (language === undefined) {
      note("unknown language", "the language of the file is not known");
      continue;
    }
    const text = await readText(join(root, path), note);
    if (text === undefined) continue;
    searchedFiles++;
    try {
      await visit(path, text, language, note);
    } catch (error) {
      if (!(error instanceof StructuralPatternError)) throw error;
      note("pattern", `${language}: ${error.message}`);
    }
  }
  return { searchedFiles, problems, stopped: undefined };
}

async function readText(path: string, note: Note): Promise<string | undefined> {
  try {
    const { size, isFile } = await stat(path).then((found) => ({
      size: found.size,
      isFile: found.isFile(),
    }));
    if (!isFile) note("unreadable", "not a regular file");
    else if (size > MAX_FILE_BYTES) note("too large", `${size} bytes, ${MAX_FILE_BYTES} are read`);
    else
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        await readFile(path),
      );
  } catch (error) {
    if (error instanceof TypeError) note("not text", "not valid UTF-8");
    else note("unreadable", error instanceof Error ? error.message : String(error));
  }
  return undefined;
}

/** A pattern that is right for one of several languages is right; one that is wrong for all is the caller's mistake. */
function failIfPatternIsWrong({ searchedFiles, problems }: StructuralReport, found: number): void {
  const wrong = problems.filter(({ problem }) => problem === "pattern");
  if (found === 0 && wrong.length > 0 && wrong.length === searchedFiles)
    throw new StructuralPatternError(wrong[0]?.message);
}

function toEdit(match: StructuralMatch, replacement: string): TextEdit {
  const { start, end, startLine, text } = match;
  return { start, end, startLine, before: text, after: fillTemplate(replacement, match.variables) };
}

function refuseOverlap(edits: readonly TextEdit[], path: string): void {
  for (const [index, edit] of edits.entries()) {
    const next = edits[index + 1];
    if (next && next.start < edit.end) {
      throw new OverlappingEditsError(
        `Overlapping replacements detected in ${path} at line ${next.startLine + 1}; refine pattern to avoid ambiguous edits`,
      );
    }
  }
}
