// Rule: a file opens with a comment that says what it owns. Whether the comment is good is for readers to
// judge; that it is there and has words is checked.
import type { Comment } from "oxc-parser";
import type { Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const LEAST_WORDS = 4;
const DIRECTIVE = /^\s*(?:oxlint-|eslint-|@ts-|prettier-|\/\s*<reference)/;

/** The comments at the top, up to the first line without one. */
function opening({ program, comments, text, lineAt }: SourceFile): Comment[] {
  const start = program.hashbang?.end ?? 0;
  const found: Comment[] = [];
  let at = start;
  for (const comment of comments) {
    const gap = text.slice(at, comment.start);
    if (gap.trim() !== "" || (found.length > 0 && lineAt(comment.start) > lineAt(at) + 1)) break;
    found.push(comment);
    at = comment.end;
  }
  return found;
}

function wordCount(comments: readonly Comment[]): number {
  const prose = comments.filter(({ value }) => !DIRECTIVE.test(value));
  return prose.flatMap(({ value }) => value.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).length;
}

export default {
  id: "file-header",
  allowed: "A file opens with a comment of a sentence or two.",
  remedy: "Say at the top what the file owns and what it must not know.",
  checkFile(file, _config, report) {
    if (wordCount(opening(file)) < LEAST_WORDS)
      report(0, "opens without a comment that says what it owns");
  },
} satisfies Rule;
