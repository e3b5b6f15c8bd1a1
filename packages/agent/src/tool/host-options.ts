// What an application gives its tool host. Every part is a function or plain data; none is a place.
import type { Clock } from "../clock.ts";
import type { CallSituation } from "./approval.ts";
import type { OutputBounds } from "./bound-output.ts";
import type { ToolResult } from "./coerce-result.ts";
import type { Need } from "./need.ts";
import type { ToolOutcome } from "./outcome.ts";
import type { AskApproval, PolicyRequest, ToolPolicy } from "./policy.ts";
import type { ProgressOptions } from "./progress.ts";
import type { Tool } from "./tool.ts";

/** One call to make. `args` are raw; `_i` has been taken out. */
export interface ToolInvocation {
  readonly callId: string;
  readonly name: string;
  /** Absent when no tool has that name. */
  readonly tool: Tool | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  readonly intent?: string;
  readonly origin?: string;
  /** Names a caller could have meant, for an unknown tool. */
  readonly knownNames?: () => Iterable<string>;
  /** Called once, before the tool runs or before an outcome without a run. */
  readonly onStart?: () => void;
  readonly onUpdate?: (partial: ToolResult) => void;
}

export interface BlockedCall {
  readonly block: true;
  readonly reason?: string;
}

/** May block a call; throwing blocks it too, with the error's message as the reason. */
export type BeforeToolCall = (
  call: PolicyRequest,
  signal: AbortSignal,
) => BlockedCall | undefined | void | Promise<BlockedCall | undefined | void>;

/** A result on its way out; what is returned replaces the parts it names. */
export interface FinishedCall extends PolicyRequest {
  readonly result: ToolResult;
  readonly isError: boolean;
}

export interface RewrittenResult {
  readonly content?: unknown;
  readonly details?: unknown;
  readonly isError?: boolean;
}

export type AfterToolCall = (
  call: FinishedCall,
  signal: AbortSignal,
) => RewrittenResult | undefined | void | Promise<RewrittenResult | undefined | void>;

/** What is kept of each call, whatever became of it. */
export interface ToolRecord {
  readonly callId: string;
  readonly name: string;
  readonly args: unknown;
  readonly origin?: string;
  readonly outcome: ToolOutcome;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface AbortBounds {
  /** How long a call is waited for after an abort. */
  readonly graceMs: number;
  /** The same for a running tool that is not abortable. */
  readonly nonAbortableGraceMs: number;
}

export interface ToolHostOptions {
  readonly policy: ToolPolicy;
  /** Absent where there is nobody to ask: what needs asking is refused. */
  readonly ask?: AskApproval;
  readonly beforeToolCall?: BeforeToolCall;
  readonly afterToolCall?: AfterToolCall;
  /** Gives a tool what it declared to need, or a promise of it; undefined refuses the call. */
  readonly provide?: (need: Need<unknown>, call: PolicyRequest) => unknown;
  /** Where things stand when a call is judged. */
  readonly situation?: () => CallSituation;
  readonly output?: OutputBounds;
  readonly progress?: ProgressOptions;
  readonly abort?: AbortBounds;
  readonly record?: (record: ToolRecord) => void;
  /** Hears of errors that are nobody's text: a tool that threw something else than a ToolFailure. */
  readonly onDefect?: (defect: unknown, toolName: string) => void;
  readonly clock?: Clock;
}
