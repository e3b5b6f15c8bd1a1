// Commands that a person runs themselves, beside the model's: one at a time, with output that stays bounded and is
// kept as a whole beside the session.
import { boundText, countLines } from "@oh-my-pi/pi-agent-core/bound-text";
import { sanitizeText } from "@oh-my-pi/pi-agent-core/sanitize-text";
import { appendFileSync } from "node:fs";
import type { Artifacts } from "../session/log/artifacts.ts";
import type { CommandRunner } from "./command-runner.ts";

/** How a command ended and what it said. */
export interface BashResult {
  readonly output: string;
  /** Undefined when it was cancelled. */
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly totalLines: number;
  readonly totalBytes: number;
  readonly outputLines: number;
  readonly outputBytes: number;
  /** Where the whole output is, when it was cut. */
  readonly artifactId?: string;
}

export interface UserBashOptions {
  readonly runner: CommandRunner & AsyncDisposable;
  /** Absent where nothing is kept. */
  readonly artifacts: Artifacts | undefined;
}

const LIMIT = { maxBytes: 50 * 1024, maxLines: 2000 };
const NO_TIMEOUT_MS = 2_000_000_000;

/** The person's own shell. */
export class UserBash implements AsyncDisposable {
  readonly #options: UserBashOptions;
  #running: AbortController | undefined;

  constructor(options: UserBashOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Runs a command to its end. Only one may run. */
  async run(command: string): Promise<BashResult> {
    const abort = new AbortController();
    this.#running = abort;
    const output = new BoundedOutput(this.#options.artifacts);
    try {
      const end = await this.#options.runner.run(
        { command, env: {}, timeoutMs: NO_TIMEOUT_MS, onOutput: (text) => output.add(text) },
        abort.signal,
      );
      const exitCode = end.how === "exited" ? end.exitCode : undefined;
      return { exitCode, cancelled: end.how !== "exited", ...output.finish() };
    } finally {
      this.#running = undefined;
    }
  }

  /** Stops the command that runs, if one does. */
  abort(): void {
    this.#running?.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort();
    await this.#options.runner[Symbol.asyncDispose]();
  }
}

/** Keeps the end of an output in memory; from the moment that is not all, everything is in an artifact. */
class BoundedOutput {
  readonly #artifacts: Artifacts | undefined;
  #text = "";
  #kept: { readonly id: string; readonly path: string } | undefined;
  #dropped = { bytes: 0, breaks: 0 };

  constructor(artifacts: Artifacts | undefined) {
    this.#artifacts = artifacts;
  }

  add(text: string): void {
    if (this.#kept !== undefined) appendFileSync(this.#kept.path, text);
    this.#text += text;
    if (this.#text.length > 4 * LIMIT.maxBytes) this.#shorten();
  }

  finish(): Omit<BashResult, "exitCode" | "cancelled"> {
    const { head, tail, cut } = boundText(this.#text, LIMIT, "tail");
    const truncated = cut !== undefined || this.#dropped.bytes > 0;
    if (truncated) this.#keep();
    const output = sanitizeText(cut === undefined ? head : tail);
    return {
      output,
      truncated,
      totalLines: this.#dropped.breaks + lineCount(this.#text),
      totalBytes: this.#dropped.bytes + Buffer.byteLength(this.#text),
      outputLines: lineCount(output),
      outputBytes: Buffer.byteLength(output),
      ...(this.#kept !== undefined && { artifactId: this.#kept.id }),
    };
  }

  #keep(): void {
    if (this.#kept !== undefined || this.#artifacts === undefined) return;
    this.#kept = this.#artifacts.allocate("bash");
    appendFileSync(this.#kept.path, this.#text, { mode: 0o600 });
  }

  #shorten(): void {
    this.#keep();
    const cutAt = this.#text.length - 2 * LIMIT.maxBytes;
    const dropped = this.#text.slice(0, cutAt);
    this.#dropped = {
      bytes: this.#dropped.bytes + Buffer.byteLength(dropped),
      breaks: this.#dropped.breaks + dropped.split("\n").length - 1,
    };
    this.#text = Buffer.from(this.#text.slice(cutAt)).toString("utf8");
  }
}

/** The protocol counts the empty line after a final line feed. */
function lineCount(text: string): number {
  return countLines(text) + (text === "" || text.endsWith("\n") ? 1 : 0);
}
