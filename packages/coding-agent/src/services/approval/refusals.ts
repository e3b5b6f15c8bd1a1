// Which calls of a session were refused, and why. Fed by the one gate; knows no policy.
import type { ToolRecord } from "@oh-my-pi/pi-agent-core/tool-host-options";

export class Refusals {
  readonly #reasons = new Map<string, string>();

  /** Takes what became of a call. */
  record({ callId, name, outcome }: ToolRecord): void {
    if (outcome.status !== "blocked") return;
    const [first] = outcome.result.content;
    const text = first?.type === "text" ? first.text.split("\n", 1)[0] : undefined;
    this.#reasons.set(callId, text || `${name} was refused.`);
  }

  /** Why a call was refused, in a line; undefined when it was not. */
  reasonOf(callId: string): string | undefined {
    return this.#reasons.get(callId);
  }
}
