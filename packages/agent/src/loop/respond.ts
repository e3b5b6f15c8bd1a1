// Gets one response from the model: builds the request, streams it, and deals with protocol leaks on the
// way. What comes back is ready to be acted on.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ChatRequest, RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { HarmonyDetection } from "../harmony/detect.ts";
import { detectInMessage, LeakWatch } from "../harmony/scan-message.ts";
import { takeIntent } from "../tool/intent.ts";
import type { History } from "./history.ts";
import { linkAbort } from "./link-abort.ts";
import { toolCallsOf } from "./message.ts";
import { type FinishedResponse, readResponse } from "./read-response.ts";
import type { RunState } from "./run-state.ts";
import { cutResponse, failedResponse } from "./synthetic-message.ts";

interface Streamed extends FinishedResponse {
  readonly hasStarted: boolean;
  readonly leak: HarmonyDetection | undefined;
}

/** The next response, added to the conversation. `step` counts the requests of the run from 1. */
export async function respond(run: RunState, step: { count: number }): Promise<AssistantMessage> {
  for (;;) {
    const streamed = await ask(run, step);
    const message = judge(run, streamed);
    if (message === undefined) {
      run.config.toolChoices?.restore();
      continue;
    }
    tidyCalls(message, run.history);
    settleChoice(run, message);
    if (streamed.hasStarted) await run.finish(message);
    else await run.say(message);
    return message;
  }
}

async function ask(run: RunState, step: { count: number }): Promise<Streamed> {
  if (run.signal.aborted) return streamResponse(run, undefined);
  step.count++;
  const request = await buildRequest(run, step.count);
  const recorder = run.recorder.chat(request);
  const streamed = await streamResponse(run, request);
  recorder.end(streamed.message, streamed.facts);
  return streamed;
}

async function buildRequest(run: RunState, step: number): Promise<ChatRequest> {
  const { config, prefix } = run;
  const live = await config.refresh?.();
  if (live !== undefined) {
    run.reportBreaks(prefix.grow(live));
    run.model = live.model ?? run.model;
  }
  run.recorder.toolsAvailable(prefix.names());
  const messages = await run.history.toLlm(config.transformContext, run.signal);
  const { requestOptions } = config;
  const info = { model: run.model, step };
  const base =
    typeof requestOptions === "function" ? await requestOptions(info) : (requestOptions ?? {});
  const options = withGuards(run, base);
  return { model: run.model, system: prefix.system, messages, tools: prefix.specs, options };
}

function withGuards(run: RunState, base: RequestOptions): RequestOptions {
  const toolChoice = run.config.toolChoices?.begin((name) => run.prefix.find(name) !== undefined);
  const wanted = base.sampling?.temperature;
  const temperature = run.harmony?.temperature(wanted);
  const sampling =
    temperature === undefined || temperature === wanted
      ? {}
      : { sampling: { ...base.sampling, temperature } };
  return { ...base, ...(toolChoice !== undefined && { toolChoice }), ...sampling };
}

/** Streams; a leak seen on the way ends the stream early. */
async function streamResponse(run: RunState, request: ChatRequest | undefined): Promise<Streamed> {
  using abort = linkAbort(run.signal);
  const { signal } = abort;
  const isWatched = request !== undefined && run.harmony?.watches(request.model) === true;
  const watch = isWatched ? new LeakWatch() : undefined;
  let hasStarted = false;
  let leak: HarmonyDetection | undefined;
  let leaked: AssistantMessage | undefined;
  const finished = await readResponse({
    open: () => run.config.stream(request!, { signal }),
    signal,
    blank: () =>
      failedResponse(run.model, run.clock.now(), { stopReason: "error", errorMessage: "" }),
    room: () => run.room(),
    onEvent(event) {
      if (!hasStarted) run.emit({ type: "message_start", message: event.partial });
      hasStarted = true;
      if (event.type === "start") return;
      run.emit({ type: "message_update", message: event.partial, assistantMessageEvent: event });
      if (watch === undefined || !("delta" in event)) return;
      leak = watch.observe(event.partial, event.contentIndex, event.delta);
      if (leak === undefined) return;
      leaked = event.partial;
      abort.abort();
    },
  });
  if (leaked !== undefined && !run.signal.aborted) {
    const message = cutResponse(leaked, { stopReason: "error", errorMessage: "Leaked headers" });
    return { message, hasStarted, leak };
  }
  if (isWatched) leak = detectInMessage(finished.message);
  return { ...finished, hasStarted, leak };
}

/** The message to go on with, or nothing when the model is to be asked again. */
function judge(run: RunState, { message, leak }: Streamed): AssistantMessage | undefined {
  const guard = run.harmony;
  if (leak === undefined || guard === undefined || run.signal.aborted) {
    if (leak === undefined) guard?.clear();
    return message;
  }
  const accepts = (toolName: string, input: string): boolean =>
    run.prefix.find(toolName)?.traits.acceptsAbortMarker?.(input) === true;
  const verdict = guard.judge(message, leak, accepts);
  if (verdict.action === "abort_retry") return undefined;
  if (verdict.action === "truncate_resume") return verdict.message;
  const failure = { stopReason: "error", errorMessage: verdict.text } as const;
  return failedResponse(run.model, run.clock.now(), failure);
}

function settleChoice({ config }: RunState, message: AssistantMessage): void {
  if (message.stopReason === "error") config.toolChoices?.restore();
  else config.toolChoices?.settle(toolCallsOf(message).map((call) => call.name));
}

/** Calls get ids that are theirs alone and their intent; what has no name cannot be answered. */
function tidyCalls(message: AssistantMessage, history: History): void {
  const taken = new Set<string>();
  message.content = message.content.filter(
    (block) => block.type !== "toolCall" || block.name !== "",
  );
  for (const call of toolCallsOf(message)) {
    call.id = history.freeCallId(call.id === "" ? "call" : call.id, taken);
    taken.add(call.id);
    const { intent } = takeIntent(call.arguments);
    if (intent !== undefined) call.intent = intent;
  }
}
