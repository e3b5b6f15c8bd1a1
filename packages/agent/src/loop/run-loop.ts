// The turn cycle. A turn is what is said, one response and the results of its calls; turns follow each
// other while the model calls tools or somebody has more to say.
import type { AssistantMessage, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { messageOf } from "../tool/tool-failure.ts";
import type { LivePrefix } from "./request-prefix.ts";
import { type AgentMessage, toolCallsOf, unansweredCalls } from "./message.ts";
import { respond } from "./respond.ts";
import type { RunState } from "./run-state.ts";
import { failedResponse } from "./synthetic-message.ts";
import { answerUnmade, runCalls } from "./tool-batch.ts";

const STUCK_TEXT = "Stopped: the model kept making the same call with the same result.";

/** Runs to the end; the messages it added are in the conversation and returned. Never rejects. */
export async function runLoop(
  run: RunState,
  start: LivePrefix,
  prompts: readonly AgentMessage[],
): Promise<readonly AgentMessage[]> {
  run.emit({ type: "agent_start" });
  const cycle = new TurnCycle(run);
  try {
    run.reportBreaks(run.prefix.begin(start));
    await cycle.run(prompts);
  } catch (error) {
    run.reportDefect(error);
    await cycle.endWithFailure(error);
  }
  const telemetry = run.recorder.end();
  run.emit({ type: "agent_end", messages: run.added, telemetry });
  return run.added;
}

type TurnEnd = "wants-more" | "done" | "over";

class TurnCycle {
  readonly #run: RunState;
  readonly #step = { count: 0 };
  #isInTurn = false;
  /** How many messages the run had added when the turn began. */
  #turnStart = 0;

  constructor(run: RunState) {
    this.#run = run;
  }

  async run(prompts: readonly AgentMessage[]): Promise<void> {
    const { steering, followUp } = this.#run.config.queues ?? {};
    let waiting = prompts;
    for (;;) {
      const end = await this.#takeTurn(waiting);
      waiting = [];
      if (end === "over") return;
      if (end === "wants-more") continue;
      if (this.#run.signal.aborted) return;
      if (steering?.hasPending()) continue;
      waiting = followUp?.take() ?? [];
      if (waiting.length === 0) return;
    }
  }

  /** Something other than a model or a tool broke: the conversation is made whole and says so. */
  async endWithFailure(error: unknown): Promise<void> {
    const run = this.#run;
    try {
      if (this.#isInTurn) await this.#closeTurn();
      await this.#say(failedResponse(run.model, run.clock.now(), failure(messageOf(error))));
    } catch (second) {
      run.reportDefect(second);
    }
  }

  async #takeTurn(waiting: readonly AgentMessage[]): Promise<TurnEnd> {
    const run = this.#run;
    this.#startTurn();
    await this.#speak(waiting);
    const message = await respond(run, this.#step);
    const { stopReason } = message;
    const isOver = stopReason === "error" || stopReason === "aborted";
    const results = isOver
      ? await answerUnmade(run, toolCallsOf(message), stopReason)
      : await runCalls(run, message);
    this.#endTurn(message, results);
    if (isOver) return "over";
    if (run.doomLoop?.isStuck && !run.signal.aborted) {
      await this.#say(failedResponse(run.model, run.clock.now(), failure(STUCK_TEXT)));
      return "over";
    }
    return results.length > 0 ? "wants-more" : "done";
  }

  /** Puts into the conversation what is to be said before the model is asked. */
  async #speak(waiting: readonly AgentMessage[]): Promise<void> {
    const run = this.#run;
    const messages = [...waiting];
    if (!run.signal.aborted) messages.push(...(run.config.queues?.steering?.take() ?? []));
    if (messages.length > 0) run.doomLoop?.reset();
    const unanswered = unansweredCalls(run.history.messages);
    if (unanswered.length > 0) await answerUnmade(run, unanswered, "aborted");
    // all of them are said even if one cannot be kept: they have left their queue
    const said = await Promise.allSettled(messages.map((message) => run.say(message)));
    for (const attempt of said) if (attempt.status === "rejected") throw attempt.reason;
  }

  /** A response of our own, in a turn of its own unless one is open. */
  async #say(message: AssistantMessage): Promise<void> {
    if (!this.#isInTurn) this.#startTurn();
    await this.#run.say(message);
    this.#endTurn(message, []);
  }

  /** Ends a turn that broke off after its response. */
  async #closeTurn(): Promise<void> {
    const run = this.#run;
    await answerUnmade(run, unansweredCalls(run.history.messages), "error");
    const said = run.added.slice(this.#turnStart);
    const response = said.find((message) => message.role === "assistant");
    if (response === undefined) return;
    const results = said.slice(said.indexOf(response) + 1);
    this.#endTurn(
      response,
      results.filter((message) => message.role === "toolResult"),
    );
  }

  #startTurn(): void {
    this.#isInTurn = true;
    this.#turnStart = this.#run.added.length;
    this.#run.emit({ type: "turn_start" });
  }

  #endTurn(message: AssistantMessage, toolResults: readonly ToolResultMessage[]): void {
    this.#isInTurn = false;
    this.#run.emit({ type: "turn_end", message, toolResults });
  }
}

function failure(errorMessage: string): { stopReason: "error"; errorMessage: string } {
  return { stopReason: "error", errorMessage };
}
