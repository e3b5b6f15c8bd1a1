// What becomes of a text that somebody submits: a slash command, a command for the shell, a prompt, or something said to a run that goes on.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { readBang } from "../../slash/read-bang.ts";
import { runSlash } from "../../slash/run-slash.ts";
import type { Face } from "./face.ts";
import { runOwnCommand } from "./own-commands.ts";
import { slashPort } from "./slash-port.ts";

const PLACEHOLDER = "Ask anything";

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
    this.#face.editor.placeholder = PLACEHOLDER;
    if (text === undefined && this.#face.state.attached.length === 0) return;
    if (text === undefined) return this.#deliver("");
    this.#remember(text);
    const bang = readBang(text);
    if (bang !== undefined) return runOwnCommand(this.#face, bang);
    try {
      const said = await runSlash(text, slashPort(this.#face));
      if (said !== undefined) await this.#deliver(said);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Says something and waits until everything it set in motion has ended. */
  async say(said: UserMessage["content"]): Promise<void> {
    try {
      const content = typeof said === "string" ? this.#content(said) : said;
      await this.#face.sessions.current.prompt(content);
    } catch (error) {
      this.#fail(error);
    }
  }

  #remember(text: string): void {
    const { machine, sessions } = this.#face;
    const { cwd } = sessions.current.log.header;
    const shown = sessions.held.hide(text);
    void machine.history().then((history) => history.add(shown, cwd));
  }

  #deliver(text: string): Promise<void> {
    return this.#face.sessions.current.isRunning ? this.#steer(text) : this.say(text);
  }

  async #steer(text: string): Promise<void> {
    this.#face.dispatch({ type: "queued", queued: { text, mode: "steer" } });
    try {
      await this.#face.sessions.current.steer(this.#content(text));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The text with the pictures that go with it. */
  #content(text: string): UserMessage["content"] {
    const { attached } = this.#face.state;
    if (attached.length === 0) return text;
    this.#face.dispatch({ type: "detached" });
    const images = attached.map((image) => ({
      type: "image" as const,
      data: Buffer.from(image.bytes).toString("base64"),
      mimeType: image.mimeType,
    }));
    return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
  }

  #fail(error: unknown): void {
    this.#face.notice("error", error instanceof Error ? error.message : String(error));
  }
}
