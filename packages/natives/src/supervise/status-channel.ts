// The pipe by which the shell scripts report what happened, apart from all output: decodes their messages. Who sends
// what is written at the top of each script.
import type { Libc } from "../process/libc.ts";
import { PipeReader } from "../process/pipe-reader.ts";

/** What the scripts say. Pids are as the shell sees them, which differs inside a pid namespace. */
export type StatusMessage =
  | { readonly type: "watching"; readonly pid: number }
  | { readonly type: "ready"; readonly pid: number; readonly cwd: string }
  | { readonly type: "done"; readonly exitCode: number; readonly cwd: string }
  | { readonly type: "standby"; readonly pid: number }
  | { readonly type: "ended"; readonly exitCode: number }
  | { readonly type: "failed"; readonly reason: string };

/** Reads messages until disposed. */
export class StatusChannel implements Disposable {
  /** The end for the child; close it once the child has it. */
  readonly childEnd: number;
  readonly #reader: PipeReader;

  constructor(libc: Libc, onMessage: (message: StatusMessage) => void) {
    const pipe = libc.openPipe();
    this.childEnd = pipe.write;
    const decoder = new StatusDecoder(onMessage);
    this.#reader = new PipeReader(pipe.read, (bytes) => decoder.push(bytes));
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }
}

/** Turns NUL-ended parts, in chunks of any size, into messages. */
export class StatusDecoder {
  readonly #emit: (message: StatusMessage) => void;
  readonly #text = new TextDecoder();
  #rest = "";
  #head: string | undefined;

  constructor(emit: (message: StatusMessage) => void) {
    this.#emit = emit;
  }

  push(chunk: Uint8Array): void {
    const parts = (this.#rest + this.#text.decode(chunk, { stream: true })).split("\0");
    this.#rest = parts.pop() ?? "";
    for (const part of parts) this.#accept(part);
  }

  #accept(part: string): void {
    const head = this.#head;
    if (head !== undefined) {
      this.#head = undefined;
      const number = Number(head.slice(1));
      this.#emit(
        head.startsWith("R")
          ? { type: "ready", pid: number, cwd: part }
          : { type: "done", exitCode: number, cwd: part },
      );
      return;
    }
    const number = Number(part.slice(1));
    switch (part[0]) {
      case "R":
      case "D":
        this.#head = part;
        break;
      case "W":
        this.#emit({ type: "watching", pid: number });
        break;
      case "C":
        this.#emit({ type: "standby", pid: number });
        break;
      case "X":
        this.#emit({ type: "ended", exitCode: number });
        break;
      default:
        this.#emit({ type: "failed", reason: part.slice(1) });
    }
  }
}
