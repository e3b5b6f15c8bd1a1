// The binary framing of AWS event streams (application/vnd.amazon.eventstream): length-prefixed
// messages with typed headers and two checksums. Both checksums are verified.
import { ProviderError } from "../model/provider-error.ts";
import { type AwsHeaders, readAwsHeaders } from "./aws-event-headers.ts";
import type { EventSink, FrameDecoder } from "./frame-decoder.ts";

/** Total length, header length and the checksum of these two. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
/** The format's own limit; a larger claim means that the bytes are not what they should be. */
const MAX_MESSAGE_BYTES = 24 * 1024 * 1024;

export class AwsEventStreamDecoder implements FrameDecoder {
  readonly #utf8 = new TextDecoder();
  #parts: Uint8Array[] = [];
  #length = 0;
  /** How many bytes the next step needs; spares joining the parts before they can be used. */
  #needed = PRELUDE_BYTES;

  push(chunk: Uint8Array, emit: EventSink): void {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts, this.#length);
    for (;;) {
      this.#needed = bytes.length < PRELUDE_BYTES ? PRELUDE_BYTES : messageLength(bytes);
      if (bytes.length < this.#needed) break;
      emit(this.#event(bytes.subarray(0, this.#needed)));
      bytes = bytes.subarray(this.#needed);
    }
    // A copy, so that a short rest does not keep a large chunk alive.
    this.#parts = bytes.length === 0 ? [] : [bytes.slice()];
    this.#length = bytes.length;
  }

  end(_emit: EventSink): void {
    if (this.#length > 0) throw broken("the stream ends inside a message");
  }

  #event(message: Uint8Array): { name: string; data: string } {
    const view = viewOf(message);
    const bodyEnd = message.length - CHECKSUM_BYTES;
    if (view.getUint32(bodyEnd) !== Bun.hash.crc32(message.subarray(0, bodyEnd))) {
      throw broken("a message checksum does not match");
    }
    const headersEnd = PRELUDE_BYTES + view.getUint32(4);
    const headers = readAwsHeaders(message.subarray(PRELUDE_BYTES, headersEnd), broken);
    const data = this.#utf8.decode(message.subarray(headersEnd, bodyEnd));
    return { name: eventName(headers), data: data === "" ? errorData(headers) : data };
  }
}

/** Length of the message at the start of `bytes`, its prelude checked. */
function messageLength(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const total = view.getUint32(0);
  const headers = view.getUint32(4);
  if (view.getUint32(8) !== Bun.hash.crc32(bytes.subarray(0, 8))) {
    throw broken("a prelude checksum does not match");
  }
  if (total > MAX_MESSAGE_BYTES || total < PRELUDE_BYTES + headers + CHECKSUM_BYTES) {
    throw broken("a message has an impossible length");
  }
  return total;
}

function eventName(headers: AwsHeaders): string {
  return headers[":event-type"] ?? headers[":exception-type"] ?? headers[":error-code"] ?? "";
}

/** An unmodelled error has its text in a header and no payload. */
function errorData(headers: AwsHeaders): string {
  const message = headers[":error-message"];
  return message === undefined ? "" : JSON.stringify({ message });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function broken(problem: string): ProviderError {
  return new ProviderError({
    kind: "protocol",
    message: `The event stream is damaged: ${problem}.`,
    retryable: true,
  });
}
