// Carries out the calls of one response. Whatever happens, every call ends with one result in the
// conversation.
import type { AssistantMessage, ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { ToolResult } from "../tool/coerce-result.ts";
import { takeIntent, type WithoutIntent } from "../tool/intent.ts";
import {
  ABORTED_TEXT,
  FAILED_TEXT,
  SKIPPED_TEXT,
  textOutcome,
  type ToolOutcome,
} from "../tool/outcome.ts";
import { linkAbort } from "./link-abort.ts";
import { toolCallsOf } from "./message.ts";
import type { RunState } from "./run-state.ts";
import { toResultMessage } from "./synthetic-message.ts";
import { ToolSchedule } from "./tool-schedule.ts";

const CUT_CALL_TEXT =
  "This call was not run: the response reached its length limit before the call was complete. " +
  "Make a shorter call, or split the work into several.";

/** Runs the calls of a complete response; results come in the order in which calls end. */
export async function runCalls(
  run: RunState,
  message: AssistantMessage,
): Promise<ToolResultMessage[]> {
  using interrupt = linkAbort(run.signal);
  const batch = new ToolBatch(run, interrupt);
  const schedule = new ToolSchedule();
  const jobs = toolCallsOf(message).map((call) => {
    const concurrency = run.prefix.find(call.name)?.concurrency ?? "shared";
    const isCut = message.stopReason === "length" && call === message.content.at(-1);
    return schedule.add(concurrency, () => batch.carryOut(call, isCut));
  });
  await Promise.all(jobs);
  batch.rethrow();
  return batch.results;
}

/** Answers calls that will not be made. */
export async function answerUnmade(
  run: RunState,
  calls: readonly ToolCall[],
  status: "aborted" | "error",
): Promise<ToolResultMessage[]> {
  const batch = new ToolBatch(run, new AbortController());
  const text = status === "aborted" ? ABORTED_TEXT : FAILED_TEXT;
  for (const call of calls) await batch.answer(call, () => textOutcome(status, text));
  batch.rethrow();
  return batch.results;
}

class ToolBatch {
  readonly results: ToolResultMessage[] = [];
  readonly #run: RunState;
  readonly #interrupt: AbortController;
  #isInterrupted = false;
  #defect: { readonly error: unknown } | undefined;

  constructor(run: RunState, interrupt: AbortController) {
    this.#run = run;
    this.#interrupt = interrupt;
  }

  /** What broke beside the calls ends the run, but only once every call has its result. */
  rethrow(): void {
    if (this.#defect !== undefined) throw this.#defect.error;
  }

  /** Never rejects: other calls may still be under way. */
  async carryOut(call: ToolCall, isCut: boolean): Promise<void> {
    await this.answer(call, (execution) => this.#decide(call, execution, isCut));
    try {
      const { steering, interruptMode } = this.#run.config.queues ?? {};
      if (interruptMode === "wait" || this.#isInterrupted || !steering?.hasPending()) return;
      this.#isInterrupted = true;
      this.#interrupt.abort();
    } catch (error) {
      this.#defect ??= { error };
    }
  }

  /** Tells of a call from start to result around `work`. */
  async answer(
    call: ToolCall,
    work: (execution: Execution) => ToolOutcome | Promise<ToolOutcome>,
  ): Promise<void> {
    const run = this.#run;
    const execution = new Execution(run, call);
    const description = run.prefix.find(call.name)?.description;
    const recorder = run.recorder.tool({
      callId: call.id,
      name: call.name,
      args: execution.args,
      ...(description !== undefined && { description }),
    });
    let outcome: ToolOutcome;
    try {
      outcome = await work(execution);
    } catch (error) {
      run.reportDefect(error);
      outcome = textOutcome("error", FAILED_TEXT);
    }
    execution.end(outcome);
    recorder.end(outcome);
    const message = toResultMessage(call, outcome, run.clock.now());
    try {
      await run.say(message);
    } catch (error) {
      this.#defect ??= { error };
    }
    this.results.push(message);
  }

  async #decide(call: ToolCall, execution: Execution, isCut: boolean): Promise<ToolOutcome> {
    const run = this.#run;
    if (run.signal.aborted) return textOutcome("aborted", ABORTED_TEXT);
    if (this.#isInterrupted) return textOutcome("skipped", SKIPPED_TEXT);
    if (isCut) return textOutcome("error", CUT_CALL_TEXT);
    const tool = run.prefix.find(call.name);
    const watch = tool?.traits.repeatable ? undefined : run.doomLoop;
    const refusal = watch?.refuse(call.name, execution.args);
    if (refusal !== undefined) return textOutcome("blocked", refusal);
    const outcome = await run.config.toolHost.call(
      {
        callId: call.id,
        name: call.name,
        tool,
        args: execution.args,
        ...(execution.intent !== undefined && { intent: execution.intent }),
        knownNames: () => run.prefix.names(),
        onStart: () => execution.start(),
        onUpdate: (partial) => execution.update(partial),
      },
      this.#interrupt.signal,
    );
    watch?.note(call.name, execution.args, outcome.result);
    return outcome;
  }
}

/** The events of one call, each in its place however the call is made. */
class Execution {
  readonly args: Readonly<Record<string, unknown>>;
  readonly intent: string | undefined;
  readonly #run: RunState;
  readonly #call: ToolCall;
  #hasStarted = false;
  #hasEnded = false;

  constructor(run: RunState, call: ToolCall) {
    const { args, intent }: WithoutIntent = takeIntent(call.arguments);
    this.args = args;
    this.intent = intent;
    this.#run = run;
    this.#call = call;
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { args, intent } = this;
    const why = intent === undefined ? {} : { intent };
    this.#run.emit({ type: "tool_execution_start", ...this.#names(), args, ...why });
  }

  update(partialResult: ToolResult): void {
    if (!this.#hasStarted || this.#hasEnded) return;
    const { args } = this;
    this.#run.emit({ type: "tool_execution_update", ...this.#names(), args, partialResult });
  }

  end({ result, isError }: ToolOutcome): void {
    this.start();
    this.#hasEnded = true;
    this.#run.emit({ type: "tool_execution_end", ...this.#names(), result, isError });
  }

  #names(): { toolCallId: string; toolName: string } {
    return { toolCallId: this.#call.id, toolName: this.#call.name };
  }
}
