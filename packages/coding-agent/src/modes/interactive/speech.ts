// What becomes of a text that somebody submits: a slash command, a prompt, or something said to a run that goes on.
import { findSlash } from "../../slash/find-slash.ts";
import type { Face } from "./face.ts";
import { slashPort } from "./slash-port.ts";

export class Speech {
  readonly #face: Face;
  #emptyMeans: string | undefined;

  constructor(face: Face, emptyMeans: string | undefined) {
    this.#face = face;
    this.#emptyMeans = emptyMeans;
  }

  /** Does what the text asks for. */
  async submit(typed: string): Promise<void> {
    const text = typed.trim() || this.#emptyMeans;
    this.#emptyMeans = undefined;
    if (text === undefined) return;
    const slash = await findSlash(text);
    if (slash === undefined) return this.#deliver(text);
    try {
      const said = await slash.command.run(slash.argument, slashPort(this.#face));
      if (typeof said === "string") await this.#deliver(said);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Says something and waits until everything it set in motion has ended. */
  async say(text: string): Promise<void> {
    try {
      await this.#face.sessions.current.prompt(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  #deliver(text: string): Promise<void> {
    return this.#face.sessions.current.isRunning ? this.#steer(text) : this.say(text);
  }

  async #steer(text: string): Promise<void> {
    this.#face.dispatch({ type: "queued", queued: { text, mode: "steer" } });
    try {
      await this.#face.sessions.current.steer(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#face.notice("error", error instanceof Error ? error.message : String(error));
  }
}
