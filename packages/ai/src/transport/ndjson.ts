// One JSON document per line. Blank lines are skipped; what a line holds is the protocol's business.
import type { EventSink, FrameDecoder } from "./frame-decoder.ts";
import { LineSplitter } from "./line-splitter.ts";

export class NdjsonDecoder implements FrameDecoder {
  readonly #lines = new LineSplitter();

  push(chunk: Uint8Array, emit: EventSink): void {
    this.#lines.push(chunk, (text, start, end) => emitLine(text, start, end, emit));
  }

  end(emit: EventSink): void {
    this.#lines.end((text, start, end) => emitLine(text, start, end, emit));
  }
}

function emitLine(text: string, start: number, end: number, emit: EventSink): void {
  const data = text.slice(start, end).trim();
  if (data !== "") emit({ name: "", data });
}
