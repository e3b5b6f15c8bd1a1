// What a terminal would show after a stream of bytes: a headless emulator, loaded when first needed.
import type { Terminal } from "@xterm/headless";
import type { PtySize } from "./pty-session.ts";

/** A screen that bytes are drawn on. */
export class PtyScreen implements Disposable {
  readonly #terminal: Terminal;

  private constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** `scrollback` is how many lines above the screen are kept. */
  static async open(options: PtySize & { readonly scrollback?: number }): Promise<PtyScreen> {
    const { Terminal } = await import("@xterm/headless");
    return new PtyScreen(new Terminal({ scrollback: 1_000, ...options, allowProposedApi: true }));
  }

  /** Resolves when the bytes are drawn; they are copied at once. */
  draw(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(Uint8Array.from(bytes), resolve));
  }

  resize({ cols, rows }: PtySize): void {
    this.#terminal.resize(cols, rows);
  }

  /** The visible lines, top to bottom, without trailing blanks. */
  readLines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) => {
      return active.getLine(active.viewportY + row)?.translateToString(true) ?? "";
    });
  }

  /** Everything kept, scrollback included, wrapped lines joined, without the empty end. */
  readText(): string {
    const { active } = this.#terminal.buffer;
    let text = "";
    for (let row = 0; row < active.length; row++) {
      const line = active.getLine(row);
      if (row > 0 && !line?.isWrapped) text += "\n";
      text += line?.translateToString(!active.getLine(row + 1)?.isWrapped) ?? "";
    }
    return text.trimEnd();
  }

  /** Zero-based, within the visible lines. */
  get cursor(): { readonly column: number; readonly row: number } {
    const { active } = this.#terminal.buffer;
    return { column: active.cursorX, row: active.cursorY };
  }

  /** Whether arrow keys must be sent in their application form. */
  get usesApplicationCursorKeys(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose();
  }
}
