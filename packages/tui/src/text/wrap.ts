/** Breaks styled text into rows of a given width. Every row stands alone: styles are closed and reopened. */
import { endsPlain } from "./ends-plain.ts";
import { escapeEnd } from "./escape-sequence.ts";
import { StyleState } from "./style-state.ts";
import { splitToken, type Token, tokenizeWords, tokensWidth } from "./tokens.ts";
import { visibleWidth } from "./width.ts";

/** Options of {@link wrapRows}. */
export interface WrapOptions {
  /** Break words that are wider than a row; otherwise they stick out. Default true. */
  readonly hard?: boolean;
  /** Break between words; otherwise anywhere. Default true. */
  readonly wordWrap?: boolean;
  /** Remove spaces at both ends of every row. Default false. */
  readonly trim?: boolean;
}

type Row = Token[];

interface Breaker {
  readonly columns: number;
  readonly hard: boolean;
  readonly wordWrap: boolean;
  readonly trim: boolean;
}

/** The rows of `text` when each has `columns` columns. With `trim: false` joining the rows loses nothing. */
export function wrapRows(text: string, columns: number, options: WrapOptions = {}): string[] {
  if (options.trim !== true && standsAlone(text, columns)) return [text];
  const breaker = { hard: true, wordWrap: true, trim: false, ...options, columns };
  const style = new StyleState();
  return text
    .split("\n")
    .flatMap((line) => breakLine(line, breaker).map((row) => paintRow(row, style)));
}

/**
 * Rows for reading: like {@link wrapRows}, and the spaces at which a line was broken are dropped, while the
 * indentation of the line itself stays.
 */
export function wrapText(text: string, columns: number): string[] {
  if (standsAlone(text, columns)) return [text];
  const style = new StyleState();
  if (!text.includes("\n")) return wrapLine(text, columns, style);
  return text.split("\n").flatMap((line) => wrapLine(line, columns, style));
}

/** True for one line that fits and ends every style it began. */
function standsAlone(text: string, columns: number): boolean {
  return !text.includes("\n") && visibleWidth(text) <= columns && endsPlain(text);
}

function wrapLine(line: string, columns: number, style: StyleState): string[] {
  if (visibleWidth(line) <= columns) return [paintLine(line, style)];
  const breaker = { hard: true, wordWrap: true, trim: false, columns: Math.max(1, columns) };
  return dropBreakSpaces(breakLine(line, breaker)).map((row) => paintRow(row, style));
}

/** A line that fits needs no look at its characters, only at its escapes. */
function paintLine(line: string, style: StyleState): string {
  if (style.isPlain && !line.includes("\x1b")) return line;
  const open = style.open();
  for (let at = line.indexOf("\x1b"); at !== -1;) {
    const end = escapeEnd(line, at);
    style.apply(line.slice(at, end));
    at = line.indexOf("\x1b", end);
  }
  return open + line + style.close();
}

function paintRow(row: Row, style: StyleState): string {
  let out = style.open();
  for (const token of row) {
    if (token.isEscape) style.apply(token.text);
    out += token.text;
  }
  return out + style.close();
}

function breakLine(line: string, breaker: Breaker): Row[] {
  const tokens = tokenizeWords(line);
  if (tokensWidth(tokens) <= breaker.columns) return [breaker.trim ? trimRow(tokens) : tokens];
  const rows: Row[] = [[]];
  splitWords(tokens).forEach((word, index) => placeWord(rows, word, index === 0, breaker));
  return breaker.trim ? rows.map(trimRow) : rows;
}

function placeWord(rows: Row[], word: Row, isFirst: boolean, breaker: Breaker): void {
  const { columns, trim, wordWrap, hard } = breaker;
  const wordWidth = tokensWidth(word);
  if (trim) rows[rows.length - 1] = trimRowStart(lastRow(rows));
  if (!isFirst) {
    if (tokensWidth(lastRow(rows)) >= columns && !(wordWrap && trim)) rows.push([]);
    if (tokensWidth(lastRow(rows)) > 0 || !trim) lastRow(rows).push(SPACE);
  }
  const rowWidth = tokensWidth(lastRow(rows));
  const fits = rowWidth + wordWidth <= columns;
  if (fits) appendTo(lastRow(rows), word);
  else if (!wordWrap) fillRows(rows, word, columns);
  else if (hard && wordWidth > columns) {
    if (breaksFrom(0, wordWidth, columns) < breaksFrom(rowWidth, wordWidth, columns)) rows.push([]);
    fillRows(rows, word, columns);
  } else {
    if (rowWidth > 0 && wordWidth > 0) rows.push([]);
    appendTo(lastRow(rows), word);
  }
}

const SPACE: Token = { text: " ", width: 1, isEscape: false };

/** How often a word of `width` is broken when it starts at column `from`. */
function breaksFrom(from: number, width: number, columns: number): number {
  return from === 0
    ? Math.floor((width - 1) / columns)
    : 1 + Math.floor((width - (columns - from) - 1) / columns);
}

function fillRows(rows: Row[], word: Row, columns: number): void {
  let width = tokensWidth(lastRow(rows));
  for (const token of word.flatMap(splitToken)) {
    if (width > 0 && width + token.width > columns) {
      rows.push([]);
      width = 0;
    }
    lastRow(rows).push(token);
    width += token.width;
  }
}

/** A word may hold more tokens than a call may have arguments. */
function appendTo(row: Row, word: Row): void {
  for (const token of word) row.push(token);
}

function splitWords(tokens: Row): Row[] {
  const words: Row[] = [[]];
  for (const token of tokens) {
    if (isSpace(token)) words.push([]);
    else lastRow(words).push(token);
  }
  return words;
}

function dropBreakSpaces(rows: Row[]): Row[] {
  if (rows.length === 1) return rows;
  const trimmed = rows.map((row, index) => {
    const start = index === 0 ? row : trimRowStart(row);
    return index === rows.length - 1 ? start : trimRowEnd(start);
  });
  return mergeBlankRows(trimmed);
}

/** Rows of nothing but spaces vanish; a style change inside one must reach the next row. */
function mergeBlankRows(rows: Row[]): Row[] {
  const kept: Row[] = [];
  let escapes: Row = [];
  for (const row of rows) {
    if (tokensWidth(row) === 0) {
      appendTo(escapes, row);
    } else {
      kept.push([...escapes, ...row]);
      escapes = [];
    }
  }
  if (kept.length === 0) return [escapes];
  appendTo(lastRow(kept), escapes);
  return kept;
}

function trimRow(row: Row): Row {
  return trimRowEnd(trimRowStart(row));
}

function trimRowStart(row: Row): Row {
  const first = row.findIndex((token) => !token.isEscape && !isSpace(token));
  if (first === -1) return row.filter((token) => token.isEscape);
  return row.filter((token, index) => index >= first || token.isEscape);
}

function trimRowEnd(row: Row): Row {
  const last = row.findLastIndex((token) => !token.isEscape && !isSpace(token));
  return row.filter((token, index) => index <= last || token.isEscape);
}

function isSpace(token: Token): boolean {
  return token.text === " ";
}

function lastRow(rows: Row[]): Row {
  const last = rows.at(-1);
  if (last !== undefined) return last;
  const fresh: Row = [];
  rows.push(fresh);
  return fresh;
}
