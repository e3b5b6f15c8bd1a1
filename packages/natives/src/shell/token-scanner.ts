// Finds one byte sequence in a stream of chunks and passes on everything else. It knows nothing of pipes.

/** Cuts a token out of a stream, wherever chunk borders fall. */
export class TokenScanner {
  readonly #token: Uint8Array;
  #held = Buffer.alloc(0);

  constructor(token: Uint8Array) {
    this.#token = token;
  }

  /** Emits what certainly is not part of the token; true once the token was seen (what follows it is emitted too). */
  push(chunk: Uint8Array, emit: (bytes: Uint8Array) => void): boolean {
    const bytes = this.#held.length === 0 ? asBuffer(chunk) : Buffer.concat([this.#held, chunk]);
    const at = bytes.indexOf(this.#token);
    if (at >= 0) {
      this.#held = Buffer.alloc(0);
      emitPart(bytes.subarray(0, at), emit);
      emitPart(bytes.subarray(at + this.#token.length), emit);
      return true;
    }
    const keep = this.#possibleStart(bytes);
    emitPart(bytes.subarray(0, bytes.length - keep), emit);
    this.#held = Buffer.from(bytes.subarray(bytes.length - keep));
    return false;
  }

  /** Length of the longest end of `bytes` that the token may begin with. */
  #possibleStart(bytes: Buffer): number {
    for (let length = Math.min(this.#token.length - 1, bytes.length); length > 0; length--) {
      if (bytes.subarray(bytes.length - length).equals(this.#token.subarray(0, length)))
        return length;
    }
    return 0;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

function emitPart(bytes: Uint8Array, emit: (bytes: Uint8Array) => void): void {
  if (bytes.length > 0) emit(bytes);
}
