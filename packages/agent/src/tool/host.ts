// The one gate between a call and its effect: validate, policy, hooks, run, coerce, bound, record, in this
// order for every caller. Nothing else opens a tool's body.
import { systemClock, type Clock } from "../clock.ts";
import { describeViolations } from "./argument-violation.ts";
import { boundOutput } from "./bound-output.ts";
import { coerceToolResult, textResult, type CoercedResult } from "./coerce-result.ts";
import type {
  AfterToolCall,
  FinishedCall,
  RewrittenResult,
  ToolHostOptions,
  ToolInvocation,
} from "./host-options.ts";
import { judgeCall } from "./judge-call.ts";
import { nearestName } from "./nearest.ts";
import {
  ABORTED_TEXT,
  FAILED_TEXT,
  textOutcome,
  toOutcome,
  type ToolOutcome,
  type ToolStatus,
} from "./outcome.ts";
import type { PolicyRequest } from "./policy.ts";
import { copyPlain, frozenCopy } from "./plain-copy.ts";
import { ProgressGate } from "./progress.ts";
import { Sealed } from "./sealed.ts";
import { ABANDONED, settleWithin } from "./settle.ts";
import type { Tool, ToolBody } from "./tool.ts";
import { messageOf, ToolFailure } from "./tool-failure.ts";

/** Makes calls. The promise never rejects and is always bounded by an abort. */
export interface ToolHost {
  call(invocation: ToolInvocation, signal: AbortSignal): Promise<ToolOutcome>;
}

const DEFAULT_PROGRESS = { intervalMs: 100, tail: { maxBytes: 20 * 1024, maxLines: 500 } };
const DEFAULT_ABORT = { graceMs: 2_000, nonAbortableGraceMs: 60_000 };

/** A host with this application's policy, hooks and limits. */
export function createToolHost(options: ToolHostOptions): ToolHost {
  const clock = options.clock ?? systemClock;
  return {
    call: (invocation, signal) => new HostedCall(options, clock, invocation, signal).make(),
  };
}

/** One call on its way through the gate. */
class HostedCall {
  readonly #options: ToolHostOptions;
  readonly #clock: Clock;
  readonly #invocation: ToolInvocation;
  readonly #signal: AbortSignal;
  readonly #progress: ProgressGate;
  #hasStarted = false;
  #isRunning = false;
  #isOver = false;

  constructor(
    options: ToolHostOptions,
    clock: Clock,
    invocation: ToolInvocation,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#clock = clock;
    this.#invocation = invocation;
    this.#signal = signal;
    this.#progress = new ProgressGate(options.progress ?? DEFAULT_PROGRESS, clock, (partial) =>
      this.#observe(() => invocation.onUpdate?.(partial)),
    );
  }

  async make(): Promise<ToolOutcome> {
    const startedAtMs = this.#clock.now();
    const settled = await settleWithin(this.#attempt(), this.#signal, this.#clock, () =>
      this.#graceMs(),
    );
    this.#isOver = true;
    this.#progress.close();
    this.#start();
    const outcome =
      settled === ABANDONED ? textOutcome("aborted", ABORTED_TEXT, { abandoned: true }) : settled;
    this.#record(outcome, startedAtMs);
    return outcome;
  }

  /** Everything the pipeline throws becomes an outcome here. */
  async #attempt(): Promise<ToolOutcome> {
    try {
      return await this.#pipeline();
    } catch (error) {
      if (error instanceof ToolFailure) return toOutcome(failureResult(error), error.kind);
      this.#reportDefect(error);
      return textOutcome("error", messageOf(error) || FAILED_TEXT);
    }
  }

  async #pipeline(): Promise<ToolOutcome> {
    const { tool } = this.#invocation;
    if (tool === undefined) throw this.#unknownTool();
    const body = Sealed.open(tool.body);
    const args = await this.#validate(body);
    const request = await this.#request(tool, frozenCopy(args));
    this.#stopIfAborted();
    await judgeCall(this.#options, request, this.#signal);
    const needs = await provideNeeds(this.#options.provide, body, request);
    this.#stopIfAborted();
    this.#start();
    const ran = await this.#run(tool, body, needs, args);
    this.#stopIfOver();
    const result = await this.#runAfter(ran, request);
    this.#stopIfOver();
    return this.#bound(result, tool);
  }

  #unknownTool(): ToolFailure {
    const { name, knownNames } = this.#invocation;
    const meant = nearestName(name, knownNames?.() ?? []);
    const hint = meant === undefined ? "" : `\nDid you mean ${meant}?`;
    return new ToolFailure(`Tool ${name} not found${hint}`);
  }

  async #validate(body: ToolBody): Promise<unknown> {
    const { name, args } = this.#invocation;
    const checked = await body.check(args);
    if (checked.ok) return copyPlain(checked.args);
    throw new ToolFailure(describeViolations(name, checked.violations, args));
  }

  async #request(tool: Tool, args: unknown): Promise<PolicyRequest> {
    const { callId, intent, origin } = this.#invocation;
    return {
      tool,
      callId,
      args,
      approval: await tool.approval(args, this.#options.situation?.()),
      ...(intent !== undefined && { intent }),
      ...(origin !== undefined && { origin }),
    };
  }

  async #run(
    tool: Tool,
    body: ToolBody,
    needs: Record<string, unknown>,
    args: unknown,
  ): Promise<RanResult> {
    this.#isRunning = true;
    // a tool that must not be cut short is not told of the abort at all
    const signal = tool.traits.nonAbortable ? new AbortController().signal : this.#signal;
    const context = {
      callId: this.#invocation.callId,
      toolName: tool.name,
      signal,
      needs,
      progress: this.#progress.push.bind(this.#progress),
    };
    try {
      const result = this.#toPlainData(coerceToolResult(await body.run(context, args)));
      return { ...result, status: result.isError ? (signal.aborted ? "aborted" : "error") : "ok" };
    } catch (error) {
      return this.#failed(error, signal);
    }
  }

  #failed(error: unknown, signal: AbortSignal): RanResult {
    if (error instanceof ToolFailure) {
      const kind = signal.aborted && error.kind === "error" ? "aborted" : error.kind;
      return { ...this.#toPlainData(failureResult(error)), status: kind };
    }
    if (signal.aborted) return { ...textResult(ABORTED_TEXT, true), status: "aborted" };
    this.#reportDefect(error);
    return { ...textResult(messageOf(error) || FAILED_TEXT, true), status: "error" };
  }

  /** Details go to a log: what JSON cannot hold is left out, and reported. */
  #toPlainData(result: CoercedResult): CoercedResult {
    try {
      JSON.stringify(result.details);
      return result;
    } catch (error) {
      this.#reportDefect(error);
      return { ...result, details: {} };
    }
  }

  async #runAfter(ran: RanResult, request: PolicyRequest): Promise<RanResult> {
    const { afterToolCall } = this.#options;
    if (afterToolCall === undefined) return ran;
    const { content, details, isError } = ran;
    const finished: FinishedCall = { ...request, result: { content, details }, isError };
    const rewritten = await this.#rewrite(afterToolCall, finished);
    if (rewritten === undefined) return ran;
    const result = this.#toPlainData(
      coerceToolResult({
        content: rewritten.content ?? content,
        details: rewritten.details ?? details,
        isError: rewritten.isError ?? isError,
      }),
    );
    if (result.isError === isError) return { ...result, status: ran.status };
    return { ...result, status: result.isError ? "error" : "ok" };
  }

  /** A hook that throws takes nothing away from what the tool did. */
  async #rewrite(hook: AfterToolCall, call: FinishedCall): Promise<RewrittenResult | undefined> {
    try {
      return (await hook(call, this.#signal)) ?? undefined;
    } catch (error) {
      this.#reportDefect(error);
      return undefined;
    }
  }

  async #bound({ status, ...coerced }: RanResult, tool: Tool): Promise<ToolOutcome> {
    const outcome = toOutcome(coerced, status);
    const { output } = this.#options;
    if (output === undefined) return outcome;
    const call = {
      toolName: tool.name,
      callId: this.#invocation.callId,
      keep: tool.traits.keep ?? "both",
      isBounded: tool.traits.boundsOutput === true,
    };
    return { ...outcome, result: await boundOutput(outcome.result, output, call, this.#signal) };
  }

  #graceMs(): number {
    const bounds = this.#options.abort ?? DEFAULT_ABORT;
    const isHeld = this.#isRunning && this.#invocation.tool?.traits.nonAbortable === true;
    return isHeld ? bounds.nonAbortableGraceMs : bounds.graceMs;
  }

  /** Before the tool runs, an abort ends the call. */
  #stopIfAborted(): void {
    if (this.#signal.aborted) throw aborted();
    this.#stopIfOver();
  }

  /** Once the call was given up on, nothing more may happen in its name. */
  #stopIfOver(): void {
    if (this.#isOver) throw aborted();
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#observe(() => this.#invocation.onStart?.());
  }

  #reportDefect(defect: unknown): void {
    try {
      this.#options.onDefect?.(defect, this.#invocation.name);
    } catch {
      // there is nobody left to tell
    }
  }

  /** Whoever watches cannot change what happens, not even by throwing. */
  #observe(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#reportDefect(error);
    }
  }

  #record(outcome: ToolOutcome, startedAtMs: number): void {
    const { callId, name, args, origin } = this.#invocation;
    const times = { startedAtMs, endedAtMs: this.#clock.now() };
    const from = origin === undefined ? {} : { origin };
    this.#observe(() => this.#options.record?.({ callId, name, args, ...from, outcome, ...times }));
  }
}

/** What the tool gave, before anybody rewrote or cut it. */
type RanResult = CoercedResult & { readonly status: ToolStatus };

function failureResult({ content, details }: ToolFailure): CoercedResult {
  return { ...coerceToolResult({ content: [...content], details }), isError: true };
}

function aborted(): ToolFailure {
  return new ToolFailure(ABORTED_TEXT, { kind: "aborted" });
}

async function provideNeeds(
  provide: ToolHostOptions["provide"],
  body: ToolBody,
  request: PolicyRequest,
): Promise<Record<string, unknown>> {
  const needs: Record<string, unknown> = {};
  for (const [key, need] of Object.entries(body.needs)) {
    const value = await provide?.(need, request);
    if (value === undefined) {
      const { name } = request.tool;
      throw new ToolFailure(`Tool "${name}" cannot run here: ${need.name} is not available.`);
    }
    needs[key] = value;
  }
  return needs;
}
