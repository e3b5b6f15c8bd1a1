/** A turning symbol with a message. It turns only while it is rendered: hidden, it costs nothing. */
import type { Component, RenderHost } from "../render/component.ts";
import { truncate } from "../text/slice.ts";
import type { Style } from "../theme/theme.ts";
import { displayLine } from "./text.ts";

/** Time between two pictures of the symbol. */
export const LOADER_TICK_MS = 80;

/** Options of {@link Loader}. */
export interface LoaderOptions {
  readonly frames?: readonly string[];
  readonly style?: Style;
  readonly messageStyle?: Style;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Shows that something is going on. */
export class Loader implements Component {
  readonly #host: RenderHost;
  readonly #options: LoaderOptions;
  readonly #startedAt: number;
  #message: string;

  constructor(host: RenderHost, message: string, options: LoaderOptions = {}) {
    this.#host = host;
    this.#message = message;
    this.#options = options;
    this.#startedAt = host.now();
  }

  /** Replaces the message. */
  setMessage(message: string): void {
    this.#message = message;
    this.#host.requestRender();
  }

  render(width: number): readonly string[] {
    const { frames = FRAMES, style, messageStyle } = this.#options;
    const elapsedMs = this.#host.now() - this.#startedAt;
    const tick = Math.floor(elapsedMs / LOADER_TICK_MS);
    this.#host.requestRenderIn((tick + 1) * LOADER_TICK_MS - elapsedMs);
    const symbol = frames[tick % frames.length] ?? "";
    const message = displayLine(this.#message);
    const line = `${style?.(symbol) ?? symbol} ${messageStyle?.(message) ?? message}`;
    return [truncate(line, width)];
  }

  invalidate(): void {}
}
