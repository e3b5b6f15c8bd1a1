// Tools that the model must call next, in order. Each entry forces one request and is settled by what the
// model did with it.
import type { ToolChoice } from "@oh-my-pi/pi-ai/request";

/** One forced choice; `payload` is for whoever runs the tool. */
export interface ForcedChoice<Payload = unknown> {
  readonly choice: ToolChoice;
  readonly payload?: Payload;
  /** Asked when the model called something else; default is to drop the entry. */
  readonly onRejected?: () => "requeue" | "drop";
}

/** First in, first forced, unless an entry asks to be next. */
export class ToolChoiceQueue<Payload = unknown> {
  #waiting: ForcedChoice<Payload>[] = [];
  #current: ForcedChoice<Payload> | undefined;

  get length(): number {
    return this.#waiting.length;
  }

  /** The entry in force: of the request under way and of the calls it led to. */
  get current(): ForcedChoice<Payload> | undefined {
    return this.#current;
  }

  push(entry: ForcedChoice<Payload>, options: { readonly isNext?: boolean } = {}): void {
    if (options.isNext) this.#waiting.unshift(entry);
    else this.#waiting.push(entry);
  }

  /** The choice for the next request; choices for tools that do not exist are dropped. */
  begin(hasTool: (name: string) => boolean): ToolChoice | undefined {
    this.#current = undefined;
    for (;;) {
      const entry = this.#waiting.shift();
      if (entry === undefined) return undefined;
      if (typeof entry.choice === "object" && !hasTool(entry.choice.tool)) continue;
      this.#current = entry;
      return entry.choice;
    }
  }

  /** Tells which tools the model called; the entry stays current while they run. */
  settle(calledTools: readonly string[]): void {
    const entry = this.#current;
    if (entry === undefined || isMet(entry.choice, calledTools)) return;
    this.#current = undefined;
    if (entry.onRejected?.() === "requeue") this.#waiting.unshift(entry);
  }

  /** The request came to nothing: its entry is the next again. */
  restore(): void {
    if (this.#current !== undefined) this.#waiting.unshift(this.#current);
    this.#current = undefined;
  }

  clear(): void {
    this.#waiting = [];
    this.#current = undefined;
  }
}

function isMet(choice: ToolChoice, called: readonly string[]): boolean {
  if (typeof choice === "object") return called.includes(choice.tool);
  return choice === "required" ? called.length > 0 : true;
}
