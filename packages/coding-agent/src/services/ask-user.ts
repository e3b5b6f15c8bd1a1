// Asking the person at the terminal: what is asked, what comes back, and the words around it. How it is shown is
// decided by whoever binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";

export interface UserQuestion {
  readonly id: string;
  readonly question: string;
  readonly options: readonly { readonly label: string }[];
  /** Several options may be chosen. */
  readonly multi?: boolean | undefined;
  /** Index of the option to suggest. */
  readonly recommended?: number | undefined;
}

/** Labels that were chosen, and text that was typed instead or besides. */
export interface UserAnswer {
  readonly selected: readonly string[];
  readonly custom?: string;
}

export interface AskUser {
  /** After this long the suggested answers count; 0 waits for ever. */
  readonly timeoutMs: number;
  /** One answer for each question; undefined when the person cancels. Ends when the signal does. */
  ask(
    questions: readonly UserQuestion[],
    signal: AbortSignal,
  ): Promise<readonly UserAnswer[] | undefined>;
}

/** Tools that ask questions declare this need. */
export const askUserNeed = defineNeed<AskUser>("ask-user");

/** For sessions without a person. */
export const withoutUser: AskUser = {
  timeoutMs: 0,
  ask: () => Promise.reject(new ToolFailure("Ask tool requires interactive mode")),
};

const OTHER_OPTION = "Other (type your own)";
const DONE_OPTION = "Done selecting";

/** The options as a person sees them. */
export function shownOptions({ options, multi, recommended }: UserQuestion): string[] {
  const labels = options.map(({ label }, index) =>
    index === recommended ? `${label} (Recommended)` : label,
  );
  return [...labels, OTHER_OPTION, ...(multi ? [DONE_OPTION] : [])];
}

/** What counts when nobody answers in time: the suggestion, or the first option. */
export function suggestedAnswer({ options, recommended = 0 }: UserQuestion): UserAnswer {
  const option = options[recommended] ?? options[0];
  return { selected: option === undefined ? [] : [option.label] };
}
