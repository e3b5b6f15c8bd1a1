// ripgrep as a process: which files match, and which lines of given files. It reads its output, never its mind: the meaning
// of results is the same as that of search-text.ts.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawn } from "../process/spawn.ts";
import { assemble, type LineOptions, type TextMatches } from "./search-text.ts";

/** An expression that ripgrep does not accept; the message is its own. */
export class GrepPatternError extends Error {
  override readonly name = "GrepPatternError";
}

/** How a search is expressed. */
export interface RipgrepPattern {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
}

/** Where candidates are looked for. */
export interface RipgrepTree {
  readonly root: string;
  /** Relative to the root, "" for all of it. */
  readonly below: string;
  readonly includeHidden: boolean;
  readonly useGitignore: boolean;
  readonly skipNodeModules: boolean;
  /** Inside one, ignore files above the root count; elsewhere git's count without a repository. */
  readonly isInRepository: boolean;
  /** Patterns for names (no slash); all files when empty. */
  readonly nameGlobs: readonly string[];
  /** One of ripgrep's own type names. */
  readonly type: string | undefined;
}

/** Output so far when a search was stopped. */
export interface Stoppable<T> {
  readonly value: T;
  readonly isStopped: boolean;
}

/** The binary inside npm's package for this platform; undefined when it is not installed. */
export function findRipgrep(): string | undefined {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  try {
    const manifest = `@vscode/ripgrep-${process.platform}-${process.arch}/package.json`;
    const path = join(dirname(Bun.resolveSync(manifest, import.meta.dir)), "bin", name);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // Inside a compiled binary there is no package: its path is passed in.
  }
}

/** ripgrep at a path. */
export class Ripgrep {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Paths of files with a match, relative to the root, in no order. */
  async listMatchingFiles(
    pattern: RipgrepPattern,
    tree: RipgrepTree,
    signal: AbortSignal,
  ): Promise<Stoppable<string[]>> {
    const args = ["--files-with-matches", "--null", ...patternArgs(pattern), ...treeArgs(tree)];
    const output = new ChunkList();
    const isStopped = await this.#run(
      [...args, "--", `./${tree.below}`],
      tree.root,
      signal,
      (chunk) => output.push(chunk),
    );
    const paths = output.text().split("\0");
    paths.pop();
    return { value: paths.map((path) => path.replace(/^\.\//, "")), isStopped };
  }

  /** Matching lines of given files, by path; a file without matches, or that is no text, is left out. */
  async readMatches(
    pattern: RipgrepPattern,
    files: readonly string[],
    cwd: string,
    options: LineOptions,
    signal: AbortSignal,
  ): Promise<Stoppable<Map<string, TextMatches>>> {
    const reader = new JsonReader(options);
    const lines = new LineSplitter((line) => reader.accept(line));
    const isStopped = await this.#run(
      [...lineArgs(pattern, options), "--", ...files.map((file) => `./${file}`)],
      cwd,
      signal,
      (chunk) => lines.push(chunk),
    );
    return { value: reader.files, isStopped };
  }

  /** Matching lines of bytes that are in no file. */
  async searchBytes(
    pattern: RipgrepPattern,
    bytes: Uint8Array,
    options: LineOptions,
    signal: AbortSignal,
  ): Promise<TextMatches | undefined> {
    const reader = new JsonReader(options);
    const lines = new LineSplitter((line) => reader.accept(line));
    const args = [...lineArgs(pattern, options), "--", "-"];
    await this.#run(args, "/", signal, (chunk) => lines.push(chunk), bytes);
    return reader.files.values().next().value;
  }

  async #run(
    args: readonly string[],
    cwd: string,
    signal: AbortSignal,
    onChunk: (chunk: Uint8Array) => void,
    input?: Uint8Array,
  ): Promise<boolean> {
    if (signal.aborted) return true;
    const child = spawn([this.#path, ...args], {
      cwd,
      env: {},
      stdio: [input ?? "ignore", "pipe", "pipe"],
    });
    const stop = (): void => child.kill("SIGKILL");
    signal.addEventListener("abort", stop, { once: true });
    try {
      const errors = child.stderr.text();
      for await (const chunk of child.stdout) onChunk(chunk);
      const exitCode = await child.exited;
      // Code 2 without a word on stdout is a refused pattern; with results it only means that some file was unreadable.
      if (exitCode === 2) throwIfRefused(await errors);
    } finally {
      signal.removeEventListener("abort", stop);
    }
    return signal.aborted;
  }
}

function throwIfRefused(errors: string): void {
  const message = errors.trim().replace(/^rg: /, "");
  if (
    /regex parse error|not allowed in a regex|unrecognized file type|compiled regex|look-around|backreferences/.test(
      message,
    )
  ) {
    throw new GrepPatternError(message);
  }
}

function lineArgs(pattern: RipgrepPattern, options: LineOptions): string[] {
  // Where matches span lines, ripgrep counts matches, not lines: there the reader does the counting.
  const limit = pattern.multiline ? [] : ["--max-count", String(options.maxMatches + 1)];
  const context = [
    "--before-context",
    String(options.contextBefore),
    "--after-context",
    String(options.contextAfter),
  ];
  return ["--json", ...limit, ...patternArgs(pattern), ...context];
}

function patternArgs({ pattern, ignoreCase, multiline }: RipgrepPattern): string[] {
  const flags = ["--no-config", "--no-messages", "--crlf", "--no-mmap"];
  if (ignoreCase) flags.push("--ignore-case");
  if (multiline) flags.push("--multiline");
  return [...flags, "--regexp", pattern];
}

/** Globs go in as a type of our own: ripgrep's `--glob` would bring ignored files back. */
function treeArgs(tree: RipgrepTree): string[] {
  const flags = ["--no-ignore-global", "--glob", "!.git"];
  if (tree.includeHidden) flags.push("--hidden");
  if (!tree.useGitignore) flags.push("--no-ignore");
  else if (!tree.isInRepository) flags.push("--no-require-git", "--no-ignore-parent");
  if (tree.skipNodeModules) flags.push("--glob", "!node_modules");
  for (const glob of tree.nameGlobs) flags.push("--type-add", `ompglob:${glob}`);
  if (tree.nameGlobs.length > 0) flags.push("--type", "ompglob");
  if (tree.type !== undefined) flags.push("--type", tree.type);
  return flags;
}

class ChunkList {
  readonly #chunks: Buffer[] = [];

  push(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk));
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

/** Cuts a stream of bytes at newlines. */
class LineSplitter {
  readonly #onLine: (line: Buffer) => void;
  #rest: Buffer[] = [];

  constructor(onLine: (line: Buffer) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      const line = bytes.subarray(from, at);
      this.#onLine(this.#rest.length === 0 ? line : Buffer.concat([...this.#rest, line]));
      this.#rest = [];
      from = at + 1;
    }
    if (from < bytes.length) this.#rest.push(bytes.subarray(from));
  }
}

interface JsonText {
  readonly text?: string;
  readonly bytes?: string;
}

interface JsonMessage {
  readonly type: string;
  readonly data: {
    readonly path?: JsonText;
    readonly lines?: JsonText;
    readonly line_number?: number;
    readonly absolute_offset?: number;
    readonly binary_offset?: number | null;
  };
}

/** NUL this early makes a file binary; later it ends the search. As search-files.ts has it. */
export const BINARY_PROBE_BYTES = 64 << 10;

/** Collects ripgrep's JSON messages, file by file. */
class JsonReader {
  readonly files = new Map<string, TextMatches>();
  readonly #options: LineOptions;
  #lines = new Map<
    number,
    { readonly text: string; readonly isMatch: boolean; readonly offset: number }
  >();

  #matchCount = 0;
  #lastNeeded = Number.POSITIVE_INFINITY;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  accept(line: Buffer): void {
    const { type, data } = JSON.parse(line.toString()) as JsonMessage;
    if (type === "match" || type === "context") this.#addLines(data, type === "match");
    if (type === "end") this.#finishFile(data);
  }

  /** A match over several lines comes as one message. */
  #addLines(data: JsonMessage["data"], isMatch: boolean): void {
    const first = (data.line_number ?? 1) - 1;
    const offset = data.absolute_offset ?? 0;
    for (const [index, text] of decode(data.lines).replace(/\n$/, "").split("\n").entries()) {
      const number = first + index;
      if (isMatch) this.#countMatch(number);
      if (number > this.#lastNeeded) return;
      this.#lines.set(number, { text: text.replace(/\r$/, ""), isMatch, offset });
    }
  }

  /** The match after the last one that is shown tells that there are more; what follows its context is not kept. */
  #countMatch(number: number): void {
    const { maxMatches, contextAfter } = this.#options;
    this.#matchCount++;
    if (this.#matchCount === maxMatches + 1) this.#lastNeeded = number + contextAfter;
  }

  #finishFile(data: JsonMessage["data"]): void {
    const lines = this.#lines;
    this.#lines = new Map();
    this.#matchCount = 0;
    this.#lastNeeded = Number.POSITIVE_INFINITY;
    const nul = data.binary_offset ?? Number.POSITIVE_INFINITY;
    if (nul < BINARY_PROBE_BYTES) return;
    for (const [index, { offset }] of lines) if (offset >= nul) lines.delete(index);
    const matched = [...lines].filter(([, { isMatch }]) => isMatch).map(([index]) => index);
    const lineCount = Math.max(-1, ...lines.keys()) + 1;
    const found = assemble(
      matched,
      lineCount,
      this.#options,
      (index) => lines.get(index)?.text ?? "",
    );
    if (found) this.files.set(decode(data.path).replace(/^\.\//, ""), found);
  }
}

function decode(value: JsonText | undefined): string {
  return value?.text ?? Buffer.from(value?.bytes ?? "", "base64").toString();
}
