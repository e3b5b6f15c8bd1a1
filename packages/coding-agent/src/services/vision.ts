// Asking a model that can see about an image: what is asked and what comes back. Which model answers is decided by
// whoever binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

export interface ImageQuestion {
  readonly question: string;
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface Vision {
  /** `provider/id` of the model that would answer; throws ToolFailure where there is none. */
  model(): string;
  /** Asks that model; throws ToolFailure where no answer comes. */
  ask(question: ImageQuestion, signal: AbortSignal): Promise<string>;
}

/** Tools that ask about images declare this need. */
export const visionNeed = defineNeed<Vision>("vision");
