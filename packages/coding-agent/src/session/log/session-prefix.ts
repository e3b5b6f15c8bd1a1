// What a list says about a session, from the first few kilobytes of its file. Reads on only to learn whether
// anything was ever answered.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { SessionHeader } from "./entry.ts";
import { isHeader, parseObject } from "./scan-log.ts";

/** The first look at a session file. */
export interface SessionPrefix {
  readonly header: SessionHeader | undefined;
  /** Beginning of the first thing that was said. */
  readonly firstPrompt: string | undefined;
  readonly hasAnswer: boolean;
  readonly modifiedMs: number;
  readonly bytes: number;
}

/** As much as is looked at first. */
export const PREFIX_BYTES = 4096;
/** As JSON without and with a blank; quotes inside of texts are escaped, so that neither is found there. */
const ANSWERS = ['"role":"assistant"', '"role": "assistant"'].map((text) => Buffer.from(text));
const PROMPTS = ['"role":"user"', '"role": "user"'].map((text) => Buffer.from(text));
const PROMPT_TEXT = /"(?:content|text)":\s?"([^"\\]*(?:\\.[^"\\]*)*)/;
/** As much of a prompt as a list shows of it. */
const PROMPT_BYTES = 300;
const OVERLAP_BYTES = 32;

/** Looks at one file after the other through one buffer. */
export class PrefixReader {
  readonly #prefix = Buffer.allocUnsafeSlow(PREFIX_BYTES);
  #more: Buffer | undefined;

  /** The first look, or undefined when the file cannot be read. */
  read(path: string): SessionPrefix | undefined {
    let fd: number | undefined;
    try {
      fd = openSync(path, "r");
      const { size, mtimeMs } = fstatSync(fd);
      const bytes = this.#prefix.subarray(0, readSync(fd, this.#prefix, 0, PREFIX_BYTES, 0));
      const hasAnswer = holdsAnswer(bytes) || (size > bytes.length && this.#findAnswer(fd, size));
      return { ...parsePrefix(bytes), hasAnswer, modifiedMs: mtimeMs, bytes: size };
    } catch {
      // Removed since the folder was read, or not ours to read: not a session that can be listed.
      return undefined;
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  #findAnswer(fd: number, size: number): boolean {
    this.#more ??= Buffer.allocUnsafeSlow(1 << 18);
    const window = this.#more;
    for (let at = PREFIX_BYTES - OVERLAP_BYTES; at < size; at += window.length - OVERLAP_BYTES) {
      const count = readSync(fd, window, 0, window.length, at);
      if (holdsAnswer(window.subarray(0, count))) return true;
      if (count < window.length) return false;
    }
    return false;
  }
}

/** Whether an answer stands in these bytes. */
export function holdsAnswer(bytes: Buffer): boolean {
  return findAny(bytes, ANSWERS) !== -1;
}

function findAny(bytes: Buffer, patterns: readonly Buffer[]): number {
  for (const pattern of patterns) {
    const at = bytes.indexOf(pattern);
    if (at !== -1) return at;
  }
  return -1;
}

/** What the beginning of a session says. */
export function parsePrefix(bytes: Buffer): Pick<SessionPrefix, "header" | "firstPrompt"> {
  const end = bytes.indexOf(10);
  const header = end === -1 ? undefined : parseObject(bytes.subarray(0, end));
  return { header: isHeader(header) ? header : undefined, firstPrompt: firstPrompt(bytes) };
}

/** The text may be cut off in the middle of its line, so that it cannot be parsed as a whole. */
function firstPrompt(bytes: Buffer): string | undefined {
  const at = findAny(bytes, PROMPTS);
  if (at === -1) return undefined;
  const lineEnd = bytes.indexOf(10, at);
  const end = Math.min(lineEnd === -1 ? bytes.length : lineEnd, at + PROMPT_BYTES);
  const [, escaped] = PROMPT_TEXT.exec(bytes.toString("utf8", at, end)) ?? [];
  if (!escaped) return undefined;
  const whole = escaped.replace(/(?:\\(?:u[0-9a-fA-F]{0,3})?|\ufffd)$/, "");
  if (!whole.includes("\\")) return whole;
  try {
    return String(JSON.parse(`"${whole}"`));
  } catch {
    // An escape that is none: the list falls back to the session's id.
    return undefined;
  }
}
