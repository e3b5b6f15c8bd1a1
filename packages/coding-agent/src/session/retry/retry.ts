// Asks again when a provider failed in a way that may pass: after a wait, with another credential, or with
// another model. A failed answer stays in the file and leaves the context.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import { cooldownMs } from "@oh-my-pi/pi-ai/retry-wait";
import type { CredentialRotation } from "../../services/credential-rotation.ts";
import type { ModelDirectory } from "../choices.ts";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";
import { entriesOf, setAside } from "../set-aside.ts";
import * as declared from "../settings.ts";
import { Fallback } from "./fallback.ts";
import { retryDelayMs } from "./retry-delay.ts";

export interface RetryParts {
  readonly clock: Clock;
  readonly models: ModelDirectory;
  readonly rotation: CredentialRotation;
  readonly random: () => number;
}

const CANCELLED = "Retry cancelled";

/** The retries of one session. */
export class Retry implements Feature {
  readonly name = "retry";
  readonly #parts: RetryParts;
  readonly #fallback: Fallback;
  #attempt = 0;
  #wait: AbortController | undefined;

  constructor(parts: RetryParts) {
    this.#parts = parts;
    this.#fallback = new Fallback(parts.models, parts.clock);
  }

  get isWaiting(): boolean {
    return this.#wait !== undefined;
  }

  /** Ends the wait, if there is one; the failed answer stands. */
  abort(): void {
    this.#wait?.abort();
  }

  beforePrompt(port: FeaturePort): void {
    this.#attempt = 0;
    this.#fallback.revertIfFree(port);
  }

  async afterRun({ answer, facts }: RunEnd, port: FeaturePort): Promise<"again" | undefined> {
    if (answer === undefined) return undefined;
    if (answer.stopReason === "aborted") return this.#end(port, { finalError: CANCELLED });
    if (answer.stopReason !== "error") return this.#succeed(port);
    const isWorthIt = facts?.retryable === true && facts.kind !== "context-overflow";
    if (!isWorthIt || !port.settings(declared.retryEnabled))
      return this.#end(port, { finalError: answer.errorMessage ?? "" });
    return this.#tryAgain(answer, facts, port);
  }

  async #tryAgain(
    answer: AssistantMessage,
    facts: ProviderErrorFacts,
    port: FeaturePort,
  ): Promise<"again" | undefined> {
    const delayMs = await this.#nextDelay(facts, port);
    if (delayMs === undefined) return this.#end(port, { finalError: facts.message });
    const attempt = Math.max(1, this.#attempt);
    this.#attempt = attempt;
    const maxAttempts = port.settings(declared.retryMaxRetries);
    port.emit({
      type: "auto_retry_start",
      attempt,
      maxAttempts,
      delayMs,
      errorMessage: facts.message,
    });
    if (!(await this.#sleep(delayMs, port.signal)))
      return this.#end(port, { finalError: CANCELLED });
    setAside(entriesOf(answer, port), port);
    return "again";
  }

  /** Milliseconds until the next try; undefined when there is none. */
  async #nextDelay(facts: ProviderErrorFacts, port: FeaturePort): Promise<number | undefined> {
    const maxDelayMs = port.settings(declared.retryMaxDelayMs);
    const isUsedUp = facts.kind === "usage-limit" || (facts.retryAfterMs ?? 0) > maxDelayMs;
    if ((isUsedUp || facts.kind === "rate-limit") && (await this.#rotate(facts, port))) return 0;
    if (isUsedUp && this.#fallback.apply(this.#restsUntil(facts), port)) return 0;
    if (facts.kind === "usage-limit" && facts.retryAfterMs === undefined) return undefined;
    if (this.#attempt >= port.settings(declared.retryMaxRetries)) return undefined;
    const baseMs = port.settings(declared.retryBaseDelayMs);
    const delayMs = retryDelayMs(this.#attempt, baseMs, facts.retryAfterMs);
    if (delayMs > maxDelayMs) return undefined;
    this.#attempt += 1;
    return delayMs;
  }

  /** Goes on with another credential of the same provider. */
  #rotate(facts: ProviderErrorFacts, port: FeaturePort): Promise<boolean> {
    return this.#parts.rotation.rotate(port.state.model.provider, this.#restsUntil(facts));
  }

  #restsUntil(facts: ProviderErrorFacts): number {
    const { clock, random } = this.#parts;
    return clock.now() + (facts.retryAfterMs ?? cooldownMs(facts.kind, random) ?? 0);
  }

  #succeed(port: FeaturePort): undefined {
    if (this.#attempt > 0)
      port.emit({ type: "auto_retry_end", success: true, attempt: this.#attempt });
    this.#attempt = 0;
    this.#fallback.noteSuccess(port);
  }

  #end(port: FeaturePort, { finalError }: { readonly finalError: string }): undefined {
    if (this.#attempt > 0)
      port.emit({ type: "auto_retry_end", success: false, attempt: this.#attempt, finalError });
    this.#attempt = 0;
  }

  /** False when somebody did not want to wait. */
  async #sleep(delayMs: number, signal: AbortSignal): Promise<boolean> {
    const wait = new AbortController();
    this.#wait = wait;
    const either = AbortSignal.any([signal, wait.signal]);
    if (delayMs > 0) await this.#parts.clock.sleep(delayMs, either);
    this.#wait = undefined;
    return !either.aborted;
  }
}
