// The output of one command in bounded memory: head and tail inline, everything in an artifact as soon as something is
// left out.
import { cutNotice } from "@oh-my-pi/pi-agent-core/cut-notice";
import { openFileSpill } from "@oh-my-pi/pi-natives/file-spill";
import { OutputSink, type SinkContent } from "@oh-my-pi/pi-natives/output-sink";
import type { ArtifactSlot } from "../../session/log/artifacts.ts";

/** How much is shown; sizes in bytes. */
export interface OutputLimits {
  /** Shown whole up to here. */
  readonly maxBytes: number;
  readonly headBytes: number;
  readonly tailBytes: number;
  readonly tailLines: number;
  readonly maxLineBytes?: number;
}

/** What was left out, for views. */
export interface Truncation {
  readonly totalBytes: number;
  readonly totalLines: number;
  readonly headLines: number;
  readonly tailLines: number;
  readonly keptBytes: number;
  /** `artifact://N`, where the whole can be read. */
  readonly artifact?: string;
}

/** The output when the command has ended. */
export interface ShownOutput {
  /** Without the notice. */
  readonly text: string;
  /** What is missing and where it is, in brackets; absent when nothing is. */
  readonly notice?: string;
  readonly truncation?: Truncation;
  readonly totalBytes: number;
  readonly totalLines: number;
}

export class CommandOutput {
  readonly #limits: OutputLimits;
  readonly #sink: OutputSink;
  #artifact: string | undefined;

  /** `allocate` is asked for a place once something does not fit. */
  constructor(limits: OutputLimits, allocate: () => ArtifactSlot | undefined) {
    this.#limits = limits;
    this.#sink = new OutputSink({
      ...limits,
      openSpill: () => {
        const slot = allocate();
        if (slot === undefined) return { write: () => undefined, close: async () => undefined };
        this.#artifact = `artifact://${slot.id}`;
        return openFileSpill(slot.path);
      },
    });
  }

  write(bytes: Uint8Array): void {
    this.#sink.write(bytes);
  }

  /** The last part of what came so far. */
  recent(): string {
    const { head, tail } = this.#sink.read();
    return tail === "" ? head : tail;
  }

  async close(): Promise<ShownOutput> {
    const content = await this.#sink.close();
    const { head, tail, totalBytes, totalLines } = content;
    const text = tail === "" ? head : `${wholeLines(head)}…\n${tail}`;
    if (!content.isTruncated) return { text, totalBytes, totalLines };
    const keptBytes = Buffer.byteLength(head) + Buffer.byteLength(tail);
    const { headLines, tailLines } = content;
    const cut = { totalBytes, totalLines, headLines, tailLines, keptBytes };
    const truncation = this.#artifact === undefined ? cut : { ...cut, artifact: this.#artifact };
    return {
      text,
      notice: `[${this.#shown(content, cut)}${this.#reference(content)}]`,
      truncation,
      totalBytes,
      totalLines,
    };
  }

  #shown({ tail, cutLines }: SinkContent, cut: Truncation): string {
    if (tail !== "") return cutNotice(cut, this.#limits);
    const lines = cutLines === 1 ? "One line was" : `${cutLines} lines were`;
    return `${lines} cut at ${this.#limits.maxLineBytes ?? 0} bytes`;
  }

  #reference({ spillError }: SinkContent): string {
    if (spillError !== undefined) return `. The full output could not be kept: ${spillError}`;
    return this.#artifact === undefined ? "" : `. Read ${this.#artifact} for full output`;
  }
}

function wholeLines(head: string): string {
  return head === "" || head.endsWith("\n") ? head : `${head}\n`;
}
