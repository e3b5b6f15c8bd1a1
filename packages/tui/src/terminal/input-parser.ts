/** Turns the bytes of a terminal into events, however they were cut into chunks. It owns no timer and no stream. */
import type { InputEvent } from "./input-event.ts";
import { readSequence } from "./read-sequence.ts";

const PASTE_END = "\x1b[201~";

/** What the parser waits for; the owner decides how long before it calls {@link InputParser.flush}. */
export type PendingInput = "none" | "escape" | "answer" | "paste";

/** An incremental reader of terminal input. */
export class InputParser {
  readonly #decoder = new TextDecoder();
  #buffer = "";
  #paste: string[] | undefined;
  #expectedReports = 0;

  /** The kind of unfinished input, `none` when everything was understood. */
  get pending(): PendingInput {
    if (this.#paste !== undefined) return "paste";
    if (this.#buffer === "") return "none";
    return this.#buffer.length > 2 && "]P_".includes(this.#buffer[1] ?? "") ? "answer" : "escape";
  }

  /** Announces that a cursor report was asked for, so that its answer is not read as a function key. */
  expectCursorReport(): void {
    this.#expectedReports++;
  }

  /** Takes a chunk and returns the events that are complete. */
  feed(chunk: Uint8Array | string): InputEvent[] {
    this.#buffer +=
      typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
    return this.#drain(false);
  }

  /** Says that nothing more will follow soon: a lone ESC is the key, an open paste is closed. */
  flush(): InputEvent[] {
    if (this.#paste === undefined) return this.#drain(true);
    const text = [...this.#paste, this.#buffer].join("");
    this.#paste = undefined;
    this.#buffer = "";
    return [pasteEvent(text)];
  }

  #drain(isFinal: boolean): InputEvent[] {
    const events: InputEvent[] = [];
    let offset = 0;
    while (offset < this.#buffer.length) {
      if (this.#paste !== undefined) {
        offset = this.#readPaste(this.#paste, offset, events);
        if (this.#paste === undefined) continue;
        break;
      }
      const context = { isFinal, expectsCursor: this.#expectedReports > 0 };
      const reading = readSequence(this.#buffer, offset, context);
      if (reading === undefined) break;
      offset += reading.length;
      if (reading.startsPaste === true) this.#paste = [];
      if (reading.event !== undefined) this.#accept(reading.event, events);
    }
    this.#buffer = this.#buffer.slice(offset);
    return events;
  }

  #accept(event: InputEvent, events: InputEvent[]): void {
    if (event.type === "answer" && event.answer.kind === "cursor-position") {
      this.#expectedReports = Math.max(0, this.#expectedReports - 1);
    }
    events.push(event);
  }

  /** Collects pasted text; only the new part of the buffer is searched, so a long paste stays linear. */
  #readPaste(paste: string[], offset: number, events: InputEvent[]): number {
    const end = this.#buffer.indexOf(PASTE_END, offset);
    if (end !== -1) {
      events.push(pasteEvent([...paste, this.#buffer.slice(offset, end)].join("")));
      this.#paste = undefined;
      return end + PASTE_END.length;
    }
    const rest = this.#buffer.length - partialSuffix(this.#buffer, offset, PASTE_END);
    paste.push(this.#buffer.slice(offset, rest));
    return rest;
  }
}

function pasteEvent(text: string): InputEvent {
  return { type: "paste", text: text.replace(/\r\n?/g, "\n") };
}

/** Length of the longest end of `text` (from `offset`) that is a proper beginning of `marker`. */
function partialSuffix(text: string, offset: number, marker: string): number {
  const most = Math.min(marker.length - 1, text.length - offset);
  for (let length = most; length > 0; length--) {
    if (text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}
