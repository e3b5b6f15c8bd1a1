// Server-sent events as the WHATWG standard frames them: event name and data lines, comments skipped.
// Lenient in one point: an event that lacks only its closing blank line at the end of input counts.
import type { EventSink, FrameDecoder } from "./frame-decoder.ts";
import { LineSplitter, type LineSink } from "./line-splitter.ts";

export class SseDecoder implements FrameDecoder {
  readonly #lines = new LineSplitter();
  #name = "";
  #data: string | undefined;

  push(chunk: Uint8Array, emit: EventSink): void {
    this.#lines.push(chunk, this.#lineSink(emit));
  }

  end(emit: EventSink): void {
    const onLine = this.#lineSink(emit);
    this.#lines.end(onLine);
    onLine("", 0, 0);
  }

  #lineSink(emit: EventSink): LineSink {
    return (text, start, end) => {
      if (start === end) this.#dispatch(emit);
      else this.#field(text, start, end);
    };
  }

  #field(text: string, start: number, end: number): void {
    if (text.startsWith("data:", start)) {
      const value = text.slice(valueStart(text, start + 5, end), end);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    } else if (text.startsWith("event:", start)) {
      this.#name = text.slice(valueStart(text, start + 6, end), end);
    } else if (end - start === 4 && text.startsWith("data", start)) {
      this.#data = this.#data === undefined ? "" : `${this.#data}\n`;
    }
  }

  #dispatch(emit: EventSink): void {
    const data = this.#data;
    const name = this.#name;
    this.#data = undefined;
    this.#name = "";
    if (data !== undefined) emit({ name, data });
  }
}

function valueStart(text: string, at: number, end: number): number {
  return at < end && text.charCodeAt(at) === 0x20 ? at + 1 : at;
}
