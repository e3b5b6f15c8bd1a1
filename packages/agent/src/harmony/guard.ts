// Decides what becomes of a response with a leak: keep what came before it, ask again a little warmer, or
// give up. Counts only leaks in a row.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import { createHarmonyAuditEvent, type HarmonyAction, type HarmonyAuditEvent } from "./audit.ts";
import { type HarmonyDetection, signalLabels } from "./detect.ts";
import { type AcceptsAbortMarker, recoverFromLeak } from "./recover.ts";
import { scannedText } from "./scan-message.ts";

export interface HarmonyGuardOptions {
  /** Which models are watched; default those of the provider known for it. */
  readonly isTarget?: (model: ChatRequest["model"]) => boolean;
  readonly onLeak?: (event: HarmonyAuditEvent) => void;
  /** Puts the removed text into audit events. */
  readonly keepsRemoved?: boolean;
}

export type LeakVerdict =
  | { readonly action: "truncate_resume"; readonly message: AssistantMessage }
  | { readonly action: "abort_retry" }
  | { readonly action: "escalate"; readonly text: string };

const AFFECTED_PROVIDERS: readonly string[] = ["openai-codex"];
const MAX_ATTEMPTS = 2;
const TEMPERATURE_STEP = 0.05;
const DEFAULT_TEMPERATURE = 1;

/** The guard of one run. */
export class HarmonyGuard {
  readonly #options: HarmonyGuardOptions;
  #recoveries = 0;
  #retries = 0;

  constructor(options: HarmonyGuardOptions = {}) {
    this.#options = options;
  }

  watches(model: ChatRequest["model"]): boolean {
    const { isTarget } = this.#options;
    return isTarget === undefined ? AFFECTED_PROVIDERS.includes(model.provider) : isTarget(model);
  }

  /** The temperature to ask with, raised by each retry so far. */
  temperature(base: number | undefined): number | undefined {
    if (this.#retries === 0) return base;
    return (base ?? DEFAULT_TEMPERATURE) + this.#retries * TEMPERATURE_STEP;
  }

  /** A response without a leak: earlier ones are forgotten. */
  clear(): void {
    this.#recoveries = 0;
    this.#retries = 0;
  }

  judge(
    message: AssistantMessage,
    detection: HarmonyDetection,
    accepts: AcceptsAbortMarker,
  ): LeakVerdict {
    const recovery = recoverFromLeak(message, detection, accepts);
    const attempts = recovery === undefined ? this.#retries : this.#recoveries;
    const removed = recovery?.removed ?? leakedText(message, detection);
    if (attempts >= MAX_ATTEMPTS) {
      this.#report("escalate", detection, attempts, removed);
      return { action: "escalate", text: escalation(detection) };
    }
    if (recovery === undefined) {
      this.#report("abort_retry", detection, this.#retries++, removed);
      return { action: "abort_retry" };
    }
    this.#report("truncate_resume", detection, this.#recoveries++, removed);
    return { action: "truncate_resume", message: recovery.message };
  }

  #report(
    action: HarmonyAction,
    detection: HarmonyDetection,
    retry: number,
    removed: string,
  ): void {
    const keepsRemoved = this.#options.keepsRemoved === true;
    this.#options.onLeak?.(
      createHarmonyAuditEvent({ action, detection, retry, removed, keepsRemoved }),
    );
  }
}

function leakedText(message: AssistantMessage, { surface, signals }: HarmonyDetection): string {
  const block = message.content[surface.index];
  return block === undefined ? "" : scannedText(block).slice(signals[0]!.start);
}

function escalation(detection: HarmonyDetection): string {
  return (
    `The model keeps writing internal protocol headers into its output (signals: ${signalLabels(detection)}). ` +
    `${MAX_ATTEMPTS} attempts to recover failed; try again or use another model.`
  );
}
