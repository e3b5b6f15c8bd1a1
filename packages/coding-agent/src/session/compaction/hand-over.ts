// What becomes of a handoff document that nobody asked for: it waits for the end of the run, and then opens the
// session in which the work goes on.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Conversation } from "../conversation.ts";
import type { FeaturePort } from "../feature.ts";
import { beginFromDocument, keepDocument } from "../handoff.ts";
import type { Succession } from "../handoff-succession.ts";
import type { CustomMessage } from "../log/entry.ts";
import type { OpenNext } from "../opened-session.ts";
import * as declared from "../settings.ts";
import autoContinue from "./auto-continue.md" with { type: "text" };
import type { HandOffDocument } from "./hand-off.ts";

/** Hands one session over to the next. */
export class HandOver {
  readonly #succession: Succession;
  readonly #conversation: Conversation;
  readonly #clock: Clock;

  constructor(succession: Succession, conversation: Conversation, clock: Clock) {
    this.#succession = succession;
    this.#conversation = conversation;
    this.#clock = clock;
  }

  /** A face lets other sessions take the place of this one. */
  offer(open: OpenNext): void {
    this.#succession.offer(open);
  }

  /** Somebody can show another session. */
  get isPossible(): boolean {
    return this.#succession.isPossible;
  }

  /** Leaves the document to the next session, which is opened when the run has ended. */
  leave(document: HandOffDocument, port: FeaturePort): void {
    const conversation = this.#conversation;
    if (port.settings(declared.compactionHandoffSaveToDisk))
      keepDocument(conversation, document, this.#clock.now(), port);
    const isGoingOn = port.settings(declared.compactionAutoContinue);
    this.#succession.plan(async (open) => {
      try {
        const next = await beginFromDocument(conversation, document, open);
        if (isGoingOn) await next.goOn(this.goOn());
        return true;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        port.emit({ type: "session_note", text: `No new session was begun: ${reason}` });
        return false;
      }
    });
  }

  /** The words with which the model is asked to go on. */
  goOn(): CustomMessage {
    return {
      role: "custom",
      customType: "auto-continue",
      content: autoContinue.trim(),
      display: false,
      attribution: "agent",
      timestamp: this.#clock.now(),
    };
  }
}
