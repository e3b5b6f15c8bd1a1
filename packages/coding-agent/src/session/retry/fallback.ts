// The models that take over when one is used up, in the order the user gave, and the way back. A change is
// an entry of the log, like any other change of model.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { ModelDirectory } from "../choices.ts";
import type { FeaturePort } from "../feature.ts";
import * as declared from "../settings.ts";

/** Which models rest, and which one the user had chosen. */
export class Fallback {
  readonly #models: ModelDirectory;
  readonly #clock: Clock;
  /** When each model may be used again, by its selector. */
  readonly #restsUntilMs = new Map<string, number>();
  #replaced: { readonly chosen: string; readonly by: string; isProven: boolean } | undefined;

  constructor(models: ModelDirectory, clock: Clock) {
    this.#models = models;
    this.#clock = clock;
  }

  /** Goes over to the next model that does not rest. False when there is none. */
  apply(untilMs: number, port: FeaturePort): boolean {
    const from = selectorOf(port.state.model);
    this.#restsUntilMs.set(from, untilMs);
    const chosen = this.#replaced?.by === from ? this.#replaced.chosen : from;
    const next = this.#chain(chosen, port).find((model) => this.#isFree(selectorOf(model)));
    if (next === undefined) return false;
    const to = selectorOf(next);
    port.append({ type: "model_change", model: to });
    port.emit({ type: "retry_fallback_applied", from, to });
    this.#replaced = { chosen, by: to, isProven: false };
    return true;
  }

  noteSuccess(port: FeaturePort): void {
    const replaced = this.#replaced;
    if (replaced === undefined || replaced.isProven) return;
    replaced.isProven = true;
    port.emit({ type: "retry_fallback_succeeded", model: replaced.by });
  }

  /** Takes the chosen model again once it may be used, unless somebody chose another one since. */
  revertIfFree(port: FeaturePort): void {
    const replaced = this.#replaced;
    if (replaced === undefined) return;
    if (selectorOf(port.state.model) !== replaced.by) this.#replaced = undefined;
    else if (
      port.settings(declared.retryFallbackRevertPolicy) === "cooldown-expiry" &&
      this.#isFree(replaced.chosen)
    ) {
      port.append({ type: "model_change", model: replaced.chosen });
      this.#replaced = undefined;
    }
  }

  #chain(chosen: string, port: FeaturePort): Model[] {
    const chains = port.settings(declared.retryFallbackChains);
    const names = chains[chosen] ?? chains["default"] ?? [];
    const available = this.#models.available();
    return names.flatMap((name) => available.find((model) => selectorOf(model) === name) ?? []);
  }

  #isFree(selector: string): boolean {
    return (this.#restsUntilMs.get(selector) ?? 0) <= this.#clock.now();
  }
}
