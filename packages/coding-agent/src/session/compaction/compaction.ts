// Keeps a conversation within its model's window: by pruning, by a larger model, or by summing up. Decides
// when; how is in the parts beside it, which are loaded when it comes to that.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import {
  type CompactionLimits,
  compactionThreshold,
  shouldCompact,
} from "@oh-my-pi/pi-agent-core/compact/threshold";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { promotionTarget } from "@oh-my-pi/pi-catalog/promotion";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { ModelDirectory } from "../choices.ts";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";
import type { OpenNext } from "../opened-session.ts";
import type { CompactionReason } from "../session-event.ts";
import { entriesOf, setAside } from "../set-aside.ts";
import * as declared from "../settings.ts";
import type { ToolShelf } from "../tool-shelf.ts";
import type { CompactionOutcome } from "./compact-context.ts";
import type { CompactionAdvice, CompactionHooks } from "./compaction-hooks.ts";
import type { RemoteMeans } from "./compact-remotely.ts";
import type { HandOver } from "./hand-over.ts";
import type { HandOffAnswer } from "./hand-off.ts";

export interface CompactionParts {
  readonly handOver: HandOver;
  readonly clock: Clock;
  readonly models: ModelDirectory;
  readonly shelf: ToolShelf;
  readonly system: readonly string[];
  readonly hooks: CompactionHooks;
  /** The provider's own way of making a conversation shorter. */
  readonly remote?: Omit<RemoteMeans, "clock" | "system"> | undefined;
}

interface CompactWish {
  readonly instructions?: string | undefined;
  /** An answer that will be set aside. */
  readonly without?: AssistantMessage | undefined;
  readonly reason?: CompactionReason;
  /** A document instead of a summary, if the model writes one. */
  readonly isHandOff?: boolean;
  /** Its beginning was told already. */
  readonly isAnnounced?: boolean;
}

/** Of what would set off the next compaction, what this one may leave. */
const TARGET_SHARE = 0.8;

const FAILURES: Readonly<Record<CompactionReason, string>> = {
  overflow: "Context overflow recovery failed",
  threshold: "Auto-compaction failed",
  idle: "Auto-compaction failed",
};

/** The compactions of one session. */
export class Compaction implements Feature {
  readonly name = "compaction";
  readonly #parts: CompactionParts;
  #running = 0;
  /** One try for each prompt: what could not be made small once is not tried again at every request. */
  #hasFailed = false;
  #hasRecovered = false;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
  }

  get isCompacting(): boolean {
    return this.#running > 0;
  }

  /** By hand. */
  async compact(port: FeaturePort, instructions?: string): Promise<CompactionOutcome> {
    return this.#compact(port, { instructions });
  }

  /** A document to begin another session with; undefined when the model wrote none. */
  async handOff(port: FeaturePort, focus?: string): Promise<HandOffAnswer | undefined> {
    return this.#whileRunning(async () => {
      const { writeHandOff } = await import("./hand-off.ts");
      return writeHandOff({ ...(await this.#handOffInput(port)), focus }, port);
    });
  }

  /** Lets handoffs have another session in the place of this one. */
  offerNext(open: OpenNext): void {
    this.#parts.handOver.offer(open);
  }

  beforePrompt(): void {
    this.#hasFailed = false;
    this.#hasRecovered = false;
  }

  async beforeRequest(port: FeaturePort): Promise<void> {
    if (this.#hasFailed || !this.#isTooLarge(port)) return;
    if (await this.#makeRoom(port)) return;
    this.#hasFailed = !(await this.#announce("threshold", port, {}));
  }

  async afterRun({ answer, facts }: RunEnd, port: FeaturePort): Promise<"again" | undefined> {
    if (answer === undefined || port.signal.aborted) return undefined;
    if (facts?.kind === "context-overflow") return this.#recover(answer, port);
    if (answer.stopReason === "error" || answer.stopReason === "aborted") return undefined;
    if (this.#hasFailed || !this.#isTooLarge(port)) return undefined;
    if (await this.#makeRoom(port)) return undefined;
    const isHandOff = this.#limits(port).strategy === "handoff";
    const isLeaving = isHandOff && this.#parts.handOver.isPossible;
    if (isLeaving && (await this.#leave(port))) return undefined;
    const wish = { isHandOff: isHandOff && !isLeaving, isAnnounced: isLeaving };
    this.#hasFailed = !(await this.#announce("threshold", port, wish));
    if (this.#hasFailed || !port.settings(declared.compactionAutoContinue)) return undefined;
    port.enqueue(this.#parts.handOver.goOn());
    return "again";
  }

  /** Leaves a document to the session that goes on; false when there is none and another way must be found. */
  async #leave(port: FeaturePort): Promise<boolean> {
    port.emit({ type: "auto_compaction_start", reason: "threshold" });
    const answer = await this.handOff(port);
    if (answer === undefined) return false;
    if (!answer.ok && !answer.isAborted) return false;
    port.emit({ type: "auto_compaction_end", result: null, aborted: !answer.ok, willRetry: false });
    if (answer.ok) this.#parts.handOver.leave(answer.document, port);
    return true;
  }

  async whenIdle(port: FeaturePort): Promise<void> {
    if (!port.settings(declared.compactionIdleEnabled)) return;
    if (!this.#limits(port).enabled) return;
    const seconds = port.settings(declared.compactionIdleTimeoutSeconds);
    if (port.state.contextTokens <= port.settings(declared.compactionIdleThresholdTokens)) return;
    await this.#parts.clock.sleep(seconds * 1000, port.signal);
    if (!port.signal.aborted) await this.#announce("idle", port, {});
  }

  /** After a request that did not fit: a larger model, else a smaller conversation, and once more. */
  async #recover(answer: AssistantMessage, port: FeaturePort): Promise<"again" | undefined> {
    if (this.#promote(port)) {
      setAside(entriesOf(answer, port), port);
      return "again";
    }
    const { enabled, strategy } = this.#limits(port);
    if (this.#hasRecovered || !enabled || strategy === "off") return undefined;
    this.#hasRecovered = true;
    return (await this.#announce("overflow", port, { without: answer })) ? "again" : undefined;
  }

  #isTooLarge(port: FeaturePort): boolean {
    const { contextTokens, model } = port.state;
    return shouldCompact(contextTokens, model.contextWindow, this.#limits(port));
  }

  /** Without a summary: true when the context fits now. */
  async #makeRoom(port: FeaturePort): Promise<boolean> {
    const { pruneContext } = await import("./prune-context.ts");
    if (pruneContext(port) && !this.#isTooLarge(port)) return true;
    return this.#promote(port) && !this.#isTooLarge(port);
  }

  #promote(port: FeaturePort): boolean {
    if (!port.settings(declared.contextPromotionEnabled)) return false;
    const target = promotionTarget(port.state.model, this.#parts.models.available(), () => true);
    if (target === undefined) return false;
    port.append({ type: "model_change", model: selectorOf(target) });
    return true;
  }

  /** Compacts and tells of it; true when it worked. */
  async #announce(
    reason: CompactionReason,
    port: FeaturePort,
    wish: CompactWish,
  ): Promise<boolean> {
    if (wish.isAnnounced !== true) port.emit({ type: "auto_compaction_start", reason });
    const outcome = await this.#compact(port, { ...wish, reason });
    port.emit({
      type: "auto_compaction_end",
      result: outcome.ok ? outcome.result : null,
      aborted: !outcome.ok && outcome.isAborted,
      willRetry: outcome.ok && reason === "overflow",
      ...(!outcome.ok &&
        !outcome.isAborted && { errorMessage: `${FAILURES[reason]}: ${outcome.message}` }),
    });
    return outcome.ok;
  }

  async #compact(port: FeaturePort, wish: CompactWish): Promise<CompactionOutcome> {
    return this.#whileRunning(async () => {
      const { hooks } = this.#parts;
      const occasion = {
        reason: wish.reason ?? ("manual" as const),
        tokensBefore: port.state.contextTokens,
        instructions: wish.instructions,
        signal: port.signal,
      };
      const said = await hooks.before?.(occasion);
      if (said?.cancel === true)
        return { ok: false, message: "Compaction cancelled", isAborted: true };
      // Noted now, set aside only when something came of it: an answer that failed must not just vanish.
      const aside = wish.without === undefined ? [] : entriesOf(wish.without, port);
      const given = said?.compaction;
      const { writeCompaction } = await import("./compact-context.ts");
      const outcome: CompactionOutcome =
        given === undefined
          ? await this.#sumUp(port, wish, await hooks.compacting?.(occasion))
          : { ok: true, result: given, entry: writeCompaction(given, port, {}, true) };
      if (!outcome.ok) return outcome;
      setAside(aside, port);
      hooks.after?.(outcome.entry, given !== undefined);
      return outcome;
    });
  }

  async #sumUp(
    port: FeaturePort,
    wish: CompactWish,
    advice: CompactionAdvice | undefined,
  ): Promise<CompactionOutcome> {
    const { state } = port;
    const at = state.items.findIndex(({ message }) => message === wish.without);
    const items = at === -1 ? state.items : state.items.slice(0, at);
    const input = await this.#handOffInput(port, wish.reason);
    const { handOff } = await import("./hand-off.ts");
    const document = wish.isHandOff === true ? await handOff(input, port) : undefined;
    if (document !== undefined) return document;
    const { targetTokens, touchesOf } = input;
    const keep = port.settings(declared.compactionKeepRecentTokens);
    const { compactContext } = await import("./compact-context.ts");
    const { summaryModels } = await import("./summary-models.ts");
    // Models that may sum up in the place of the session's own.
    const others = (at: FeaturePort): readonly Model[] => summaryModels(at, this.#parts.models);
    return compactContext(
      {
        items,
        earlierDetails: items[0]?.details,
        keepRecentTokens: Math.min(keep, Math.max(1, Math.floor(targetTokens / 2))),
        targetTokens,
        instructions: wish.instructions,
        touchesOf,
        advice,
        remote: this.#remote(),
        asking: { clock: this.#parts.clock, others },
      },
      port,
    );
  }

  #remote(): RemoteMeans | undefined {
    const { remote, clock, system } = this.#parts;
    return remote && { ...remote, clock, system };
  }

  async #handOffInput(port: FeaturePort, reason?: CompactionReason) {
    const { touchesFrom } = await import("./compact-context.ts");
    const { system, shelf } = this.#parts;
    const targetTokens = await this.#target(port, reason);
    return { system, tools: shelf.tools, targetTokens, touchesOf: touchesFrom(shelf.tools) };
  }

  async #whileRunning<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }

  /** What the conversation may take by our count, so that the provider's count is below the threshold. */
  async #target(port: FeaturePort, reason: CompactionReason | undefined): Promise<number> {
    const { countAgain } = await import("./compact-context.ts");
    const { model, items, overheadTokens } = port.state;
    const threshold = compactionThreshold(model.contextWindow, this.#limits(port));
    // A window that overflowed below its own threshold is smaller than it says.
    const { estimated, ratio } = countAgain(items, port);
    const limit = reason === "overflow" ? Math.min(threshold, (estimated * ratio) / 2) : threshold;
    return Math.floor((limit * TARGET_SHARE) / ratio) - overheadTokens;
  }

  #limits(port: FeaturePort): CompactionLimits {
    return {
      enabled: port.settings(declared.compactionEnabled),
      strategy: port.settings(declared.compactionStrategy),
      thresholdPercent: port.settings(declared.compactionThresholdPercent),
      thresholdTokens: port.settings(declared.compactionThresholdTokens),
      reserveTokens: port.settings(declared.compactionReserveTokens),
      keepRecentTokens: port.settings(declared.compactionKeepRecentTokens),
    };
  }
}
