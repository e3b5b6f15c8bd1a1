// The provider's view of a conversation, converted once per message. A message that was converted is not
// looked at again while what stands before it stays the same.
import type { Message } from "@oh-my-pi/pi-ai/message";
import type { AgentMessage, ConvertToLlm } from "./message.ts";

/** Converts what is new since last time. */
export class ConvertedHistory {
  readonly #convert: ConvertToLlm;
  #sources: AgentMessage[] = [];
  /** Length of `#converted` after each source. */
  #ends: number[] = [];
  #converted: Message[] = [];

  constructor(convert: ConvertToLlm) {
    this.#convert = convert;
  }

  /**
   * The converted form of `messages`: one array that grows from call to call, replaced when an earlier
   * part changed. The first `trusted` messages are known to be the same as last time.
   */
  sync(messages: readonly AgentMessage[], trusted = 0): readonly Message[] {
    let known = Math.min(trusted, this.#sources.length);
    const limit = Math.min(messages.length, this.#sources.length);
    while (known < limit && messages[known] === this.#sources[known]) known++;
    if (known < this.#sources.length) this.#cutTo(known);
    for (let index = known; index < messages.length; index++) {
      const message = messages[index]!;
      this.#converted.push(...this.#convert([message]));
      this.#sources.push(message);
      this.#ends.push(this.#converted.length);
    }
    return this.#converted;
  }

  get sourceCount(): number {
    return this.#sources.length;
  }

  /** Earlier requests may still hold the old array, so it is left as it was. */
  #cutTo(count: number): void {
    this.#converted = this.#converted.slice(0, count === 0 ? 0 : this.#ends[count - 1]);
    this.#sources = this.#sources.slice(0, count);
    this.#ends = this.#ends.slice(0, count);
  }
}
