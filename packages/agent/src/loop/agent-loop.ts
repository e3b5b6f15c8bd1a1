// The entry points: a run over a conversation that the caller keeps. The caller's own arrays are never
// changed.
import type { RunReport } from "../telemetry/run-report.ts";
import { type AgentRun, type DetailedAgentRun, EventChannel } from "./agent-run.ts";
import type { AgentContext, AgentLoopConfig } from "./config.ts";
import type { AgentEvent } from "./event.ts";
import { History } from "./history.ts";
import type { AgentMessage } from "./message.ts";
import { RequestPrefix } from "./request-prefix.ts";
import { runLoop } from "./run-loop.ts";
import { RunState } from "./run-state.ts";

/** Says `prompts` and runs until the model is done. */
export function agentLoop(
  prompts: readonly AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
): AgentRun {
  return agentLoopDetailed(prompts, context, config, signal);
}

/** Goes on from a conversation whose last message is the user's or a tool's. */
export function agentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
): AgentRun {
  return agentLoopContinueDetailed(context, config, signal);
}

/** `agentLoop`, with a report at the end. */
export function agentLoopDetailed(
  prompts: readonly AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal: AbortSignal = new AbortController().signal,
): DetailedAgentRun {
  const channel = new EventChannel();
  let report: RunReport | undefined;
  const emit = (event: AgentEvent): void => {
    if (event.type === "agent_end") report = event.telemetry;
    channel.push(event);
  };
  const history = new History(context.messages, config.convertToLlm);
  const prefix = new RequestPrefix({ hasIntent: config.intentTracing === true });
  const room = () => channel.room();
  const run = new RunState({ config, history, prefix, signal, emit, room });
  const ended = runLoop(run, context, prompts).finally(() => channel.close());
  return {
    [Symbol.asyncIterator]: () => channel[Symbol.asyncIterator](),
    result: () => ended,
    detailed: async () => ({ messages: await ended, ...report! }),
  };
}

/** `agentLoopContinue`, with a report at the end. */
export function agentLoopContinueDetailed(
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
): DetailedAgentRun {
  assertCanContinue(context.messages);
  return agentLoopDetailed([], context, config, signal);
}

/** Throws unless a model could answer to the last message. */
export function assertCanContinue(messages: readonly AgentMessage[]): void {
  const last = messages.at(-1);
  if (last === undefined) throw new Error("Cannot continue: there are no messages.");
  if (last.role === "assistant") {
    throw new Error("Cannot continue: the last message is the assistant's.");
  }
}
