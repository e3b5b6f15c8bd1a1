// The parts that a session has inside: one for each thing that has state of its own.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { ToolChoiceQueue } from "@oh-my-pi/pi-agent-core/tool-choice-queue";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { Choices, type ModelDirectory } from "./choices.ts";
import { Compaction } from "./compaction/compaction.ts";
import { HandOver } from "./compaction/hand-over.ts";
import { Conversation } from "./conversation.ts";
import type { FeaturePort, FeatureState } from "./feature.ts";
import { featureState } from "./feature-state.ts";
import { Succession } from "./handoff-succession.ts";
import { type Ask, type AskAnswer, askOnce } from "./one-shot.ts";
import { SessionPrompt } from "./prompt/session-prompt.ts";
import { Retry } from "./retry/retry.ts";
import type { Emit, SessionEvent } from "./session-event.ts";
import type { SessionParts } from "./session-parts.ts";
import { SessionSettings } from "./session-settings.ts";
import * as declared from "./settings.ts";
import type { SessionSurroundings } from "./surroundings.ts";
import { titleOf } from "./title/title-of.ts";
import { TurnRunner } from "./turn-runner.ts";

/** The inside of a session, for its commands. */
export interface SessionInside {
  readonly conversation: Conversation;
  readonly choices: Choices;
  readonly settings: SessionSettings;
  readonly runner: TurnRunner;
  readonly retry: Retry;
  readonly compaction: Compaction;
  readonly models: ModelDirectory;
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
  readonly clock: Clock;
  readonly emit: (event: SessionEvent) => void;
  /** The session as features see it. */
  readonly state: FeatureState;
  readonly around: SessionSurroundings;
  /** Asks a model something beside the conversation. */
  readonly complete: (ask: Ask, signal: AbortSignal) => Promise<AskAnswer>;
  /** Tools that the model must call next. */
  readonly toolChoices: ToolChoiceQueue | undefined;
}

/** Builds the inside of a session; `emit` hears everything it says. */
export function buildInside(parts: SessionParts, emit: Emit): SessionInside {
  const { log, models, clock, stream, rotation, requestOptions, onDefect, telemetry } = parts;
  const { shelf, host: toolHost } = parts.tools;
  const { fetcher, hooks = {}, compactRemotely: ask } = parts.summing ?? {};
  const say = (event: SessionEvent): void => void emit(event);
  models.onChange?.(() => say({ type: "available_models_changed" }));
  const conversation = new Conversation(log);
  const settings = new SessionSettings(parts.settings);
  const serviceTier = settings.get(declared.serviceTier);
  const choices = new Choices(conversation, models, { serviceTier, ...parts.initial });
  const prompt = new SessionPrompt(conversation, parts.prompt);
  const system = prompt.segments;
  const retry = new Retry({ clock, models, rotation, random: parts.random ?? Math.random });
  const succession = new Succession();
  const compaction = new Compaction({
    handOver: new HandOver(succession, conversation, clock),
    clock,
    models,
    shelf,
    system,
    hooks,
    remote: ask && { ask, options: requestOptions },
  });
  const title = titleOf(log, models);
  const state = featureState({ conversation, choices, system, shelf });
  const complete = (ask: Ask, signal: AbortSignal): Promise<AskAnswer> =>
    askOnce(ask, { stream: telemetry?.aside(stream, ask.kind) ?? stream, clock, fetcher }, signal);
  const portFor = (signal: AbortSignal, enqueue: FeaturePort["enqueue"]): FeaturePort => ({
    state,
    signal,
    append: (entry) => conversation.append(entry),
    branch: (entryId) => conversation.branch(entryId),
    enqueue,
    emit: say,
    settings: settings.get,
    complete: (ask) => complete(ask, signal),
  });
  const runner = new TurnRunner({
    system,
    shelf,
    toolHost,
    stream,
    requestOptions,
    conversation,
    choices,
    settings,
    features: [
      prompt,
      ...(parts.hasTitles === true ? [title] : []),
      ...(parts.tools.features ?? []),
      retry,
      compaction,
    ],
    toolChoices: parts.tools.choices,
    emit,
    telemetry,
    onDefect,
    portFor,
    afterRun: () => succession.carryOut(),
  });
  return {
    conversation,
    choices,
    settings,
    runner,
    retry,
    compaction,
    models,
    system,
    get tools() {
      return shelf.tools;
    },
    clock,
    emit: say,
    state,
    around: parts,
    complete,
    toolChoices: parts.tools.choices,
  };
}
