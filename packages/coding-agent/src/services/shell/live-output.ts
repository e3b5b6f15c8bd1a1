// What a command writes, for somebody who watches: told in pieces, not more often than anybody can see, and of a flood only
// the end.
import { sanitizeText } from "@oh-my-pi/pi-agent-core/sanitize-text";

const INTERVAL_MS = 50;
const MAX_BYTES = 64 * 1024;

export class LiveOutput {
  readonly #tell: (text: string) => void;
  #decoder = new TextDecoder();
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `tell` hears text that is fit for a terminal. */
  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  write(bytes: Uint8Array): void {
    this.#keep(bytes);
    // Under a flood timers come late: the time is looked at here too.
    if (performance.now() - this.#toldAtMs >= INTERVAL_MS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), INTERVAL_MS);
  }

  /** Tells what is left. */
  close(): void {
    this.#flush();
    const rest = this.#decoder.decode();
    if (rest !== "") this.#tell(sanitizeText(rest));
  }

  #keep(bytes: Uint8Array): void {
    this.#pieces.push(bytes.slice(-MAX_BYTES));
    this.#bytes += Math.min(bytes.length, MAX_BYTES);
    while (this.#bytes > MAX_BYTES && this.#pieces.length > 1) {
      this.#bytes -= this.#pieces.shift()?.length ?? 0;
      // What comes next is not what was to follow.
      this.#decoder = new TextDecoder();
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pieces.length === 0) return;
    this.#toldAtMs = performance.now();
    const text = this.#pieces
      .map((piece) => this.#decoder.decode(piece, { stream: true }))
      .join("");
    this.#pieces = [];
    this.#bytes = 0;
    if (text !== "") this.#tell(sanitizeText(text));
  }
}
