// Where the time of a session went: runs, answers of models, tools, compactions. It hears events and remembers spans; what is
// shown of them is for others.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import { WorkProfile, type WorkSpan } from "@oh-my-pi/pi-natives/work-profile";
import type { SessionEvent } from "../session-event.ts";

const RUN = "run";
/** From the request on: an answer begins with waiting for it. */
const ANSWER = "answer";
const COMPACTION = "compaction";

export class SessionWork {
  readonly #profile = new WorkProfile();
  readonly #now: Clock["now"];
  /** When what goes on began, by its kind or the id of its call. */
  readonly #begun = new Map<string, number>();

  constructor(clock: Pick<Clock, "now">) {
    this.#now = () => clock.now();
  }

  /** Spans that ended at `sinceMs` of the session's clock or later. */
  read(sinceMs?: number): readonly WorkSpan[] {
    return this.#profile.read(sinceMs);
  }

  take(event: SessionEvent): void {
    switch (event.type) {
      case "agent_start":
        return this.#begin(RUN);
      case "turn_start":
        return this.#begin(ANSWER);
      case "message_end":
        if (event.message.role === "assistant")
          this.#end(ANSWER, [RUN, `${event.message.provider}/${event.message.model}`]);
        return;
      case "tool_execution_start":
        return this.#begin(event.toolCallId);
      case "tool_execution_end":
        return this.#end(event.toolCallId, [RUN, event.toolName]);
      case "agent_end":
        this.#end(RUN, [RUN]);
        // What a stopped run never ended is not work that goes on.
        return this.#begun.clear();
      case "auto_compaction_start":
        return this.#begin(COMPACTION);
      case "auto_compaction_end":
        return this.#end(COMPACTION, [COMPACTION]);
      default: // Everything else takes no time of its own.
    }
  }

  #begin(key: string): void {
    this.#begun.set(key, this.#now());
  }

  #end(key: string, path: readonly string[]): void {
    const startMs = this.#begun.get(key);
    if (startMs === undefined) return;
    this.#begun.delete(key);
    this.#profile.add({ path, startMs, endMs: this.#now() });
  }
}
