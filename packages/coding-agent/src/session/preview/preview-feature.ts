// Makes the model decide on what a tool staged: its next call must be `resolve`, and it is told why.
import type { ToolChoiceQueue } from "@oh-my-pi/pi-agent-core/tool-choice-queue";
import { PendingActions } from "../../services/pending-actions/pending-actions.ts";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";

const REMINDER = "This is a preview. Call the resolve tool to apply or discard these changes.";

export class PreviewFeature implements Feature {
  readonly name = "preview";
  readonly actions: PendingActions;
  readonly #choices: ToolChoiceQueue;
  #isReminderDue = false;

  constructor(choices: ToolChoiceQueue) {
    this.#choices = choices;
    this.actions = new PendingActions(() => this.#ask());
  }

  async beforeRequest(port: FeaturePort): Promise<void> {
    if (!this.#isReminderDue) return;
    this.#isReminderDue = false;
    port.append({
      type: "custom_message",
      customType: "resolve-reminder",
      content: REMINDER,
      display: false,
      attribution: "agent",
    });
  }

  /** Whoever stops the run is not made to decide first; what was staged can still be resolved. */
  async afterRun(_: RunEnd, { signal }: FeaturePort): Promise<undefined> {
    if (!signal.aborted) return;
    this.#choices.clear();
    this.#isReminderDue = false;
  }

  #ask(): void {
    this.#isReminderDue = true;
    this.#choices.push(
      {
        choice: { tool: "resolve" },
        onRejected: () => {
          if (this.actions.size === 0) return "drop";
          this.#isReminderDue = true;
          return "requeue";
        },
      },
      { isNext: true },
    );
  }
}
