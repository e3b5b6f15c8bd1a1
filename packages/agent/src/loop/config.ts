// What a run is given: a model, a way to reach it, tools behind their host, and the application's say in
// between. The engine reads it and never changes it.
import type { AssistantStream } from "@oh-my-pi/pi-ai/event";
import type { ChatRequest, RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Clock } from "../clock.ts";
import type { HarmonyGuardOptions } from "../harmony/guard.ts";
import type { Telemetry } from "../telemetry/run-recorder.ts";
import type { ToolHost } from "../tool/host.ts";
import type { Tool } from "../tool/tool.ts";
import type { DoomLoopOptions } from "./doom-loop.ts";
import type { TransformContext } from "./history.ts";
import type { AgentMessage, ConvertToLlm } from "./message.ts";
import type { MessageSource } from "./message-queue.ts";
import type { PrefixBreak } from "./request-prefix.ts";
import type { ToolChoiceQueue } from "./tool-choice-queue.ts";

export type Model = ChatRequest["model"];

/** Asks a model. `request.messages` grows after the response ended: copy it to keep it. */
export type StreamFunction = (
  request: ChatRequest,
  call: { readonly signal: AbortSignal },
) => AssistantStream;

/** What a conversation is at the start of a run. */
export interface AgentContext {
  /** System prompt in segments, stable ones first. */
  readonly system: readonly string[];
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly Tool[];
}

/** What may change while a run lasts; read before every request. */
export interface LiveContext {
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
  readonly model?: Model;
}

/** `immediate` cuts a batch of tools short when a user message waits, `wait` lets it finish. */
export type InterruptMode = "immediate" | "wait";

export interface RunQueues {
  /** Said before the next request. */
  readonly steering?: MessageSource;
  /** Said when the run would otherwise end. */
  readonly followUp?: MessageSource;
  /** Default `immediate`. */
  readonly interruptMode?: InterruptMode;
}

export interface RunGuards {
  /** Leaked protocol headers; on for the models known to have them, false turns it off. */
  readonly harmony?: HarmonyGuardOptions | false;
  /** Repeated calls; on by default. */
  readonly doomLoop?: DoomLoopOptions | false;
}

export interface RunReports {
  /** Makes a message durable; awaited before `message_end`. */
  readonly commit?: (message: AgentMessage) => void | Promise<void>;
  /** Errors that are nobody's answer: of the functions given here, not of models or tools. */
  readonly onDefect?: (defect: unknown) => void;
  /** The application changed what was sent before. */
  readonly onPrefixBreak?: (broken: PrefixBreak) => void;
}

export interface RequestInfo {
  readonly model: Model;
  /** Number of the request in this run, from 1. */
  readonly step: number;
}

/** Settings of one request, fixed or resolved each time. */
export type RequestOptionsSource =
  RequestOptions | ((info: RequestInfo) => RequestOptions | Promise<RequestOptions>);

export interface AgentLoopConfig {
  readonly model: Model;
  readonly stream: StreamFunction;
  readonly toolHost: ToolHost;
  readonly convertToLlm?: ConvertToLlm;
  readonly transformContext?: TransformContext;
  /** Live system prompt, tools and model; additions reach the running conversation. */
  readonly refresh?: () => LiveContext | Promise<LiveContext>;
  readonly requestOptions?: RequestOptionsSource;
  readonly queues?: RunQueues;
  readonly toolChoices?: ToolChoiceQueue;
  /** Ask the model for a reason with each call. */
  readonly intentTracing?: boolean;
  readonly guards?: RunGuards;
  readonly reports?: RunReports;
  readonly telemetry?: Telemetry;
  readonly clock?: Clock;
}
