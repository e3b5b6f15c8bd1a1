// Previews that wait to be applied or discarded. Knows nothing of what they do or how a model is made to decide.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

/** What applying or discarding gave, as a tool result. */
export interface ActionResult {
  readonly content: string;
  readonly details?: unknown;
}

/** What a decision says besides which way it goes. */
export interface Decision {
  readonly reason: string;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** Something staged by a tool. */
export interface PendingAction {
  readonly label: string;
  readonly sourceToolName: string;
  readonly apply: (decision: Decision, signal: AbortSignal) => Promise<ActionResult>;
  /** Without it discarding only forgets. */
  readonly reject?: (decision: Decision, signal: AbortSignal) => Promise<ActionResult | undefined>;
}

/** The actions of a session, first staged first decided. */
export class PendingActions {
  readonly #waiting: PendingAction[] = [];
  readonly #onStaged: (action: PendingAction) => void;
  #standing: PendingAction | undefined;

  /** `onStaged` is told of every action, so that the model is asked to decide. */
  constructor(onStaged: (action: PendingAction) => void = () => {}) {
    this.#onStaged = onStaged;
  }

  get size(): number {
    return this.#waiting.length;
  }

  stage(action: PendingAction): void {
    this.#waiting.push(action);
    this.#onStaged(action);
  }

  /** The action to decide now, taken out; a standing one stays. */
  take(): PendingAction | undefined {
    return this.#waiting.shift() ?? this.#standing;
  }

  /** An action of a mode that is there as long as the mode: submitting a plan. */
  keep(action: PendingAction | undefined): void {
    this.#standing = action;
  }
}

/** Tools that stage previews, and the one that decides on them, declare this need. */
export const pendingActionsNeed = defineNeed<PendingActions>("pending-actions");
