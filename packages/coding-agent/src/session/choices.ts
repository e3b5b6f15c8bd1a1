// Which model answers, how hard it thinks and on which tier: what the log says, looked up among the models
// that there are. Choosing is writing an entry, so that a resumed session goes on as it was.
import { type RequestOptions, SERVICE_TIERS, type ServiceTier } from "@oh-my-pi/pi-ai/request";
import { EFFORTS, type Model, type ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { ScopedModel } from "@oh-my-pi/pi-catalog/scope";
import type { Conversation } from "./conversation.ts";

/** The models of one run of omp. */
export interface ModelDirectory {
  /** Those that can be asked now. */
  available(): readonly Model[];
  find(provider: string, id: string): Model | undefined;
  /** Those that the user narrowed this run to; empty or absent when it is not narrowed. */
  scoped?(): readonly ScopedModel[];
  /** The models of some roles, in that order; `usual` is the default where none is set. */
  roleModels?(
    order: readonly string[],
    roles: Readonly<Record<string, string>>,
    usual: Model,
  ): readonly ScopedModel[];
  /** Official models and which copy of each would be asked; absent where there are only concrete ones. */
  canonical?(): readonly CanonicalChoice[];
  /** Loads all that can be used; until then there may be only those that the start needed. */
  load?(): Promise<void>;
  /** Loads all that can be used and asks local servers. */
  refresh?(): Promise<void>;
  /** Calls `listener` whenever other models can be used than before. */
  onChange?(listener: () => void): () => void;
}

/** An official model among those that can be asked. */
export interface CanonicalChoice {
  readonly id: string;
  /** The copy that its id stands for. */
  readonly model: Model;
  /** Providers that have it. */
  readonly providers: readonly string[];
}

/** What a session starts with where its log says nothing. */
export interface InitialChoices {
  readonly model: Model;
  readonly thinkingLevel: ThinkingLevel;
  /** The user named the model for this run: it goes before the log's. */
  readonly isModelNamed?: boolean;
  readonly isThinkingNamed?: boolean;
  /** The tier that the settings ask for. */
  readonly serviceTier?: ServiceTier;
}

const LEVELS: readonly ThinkingLevel[] = ["off", ...EFFORTS];

/** The choices in force. */
export class Choices {
  readonly #conversation: Conversation;
  readonly #models: ModelDirectory;
  readonly #initial: InitialChoices;

  constructor(conversation: Conversation, models: ModelDirectory, initial: InitialChoices) {
    this.#conversation = conversation;
    this.#models = models;
    this.#initial = initial;
    this.#begin();
  }

  get model(): Model {
    const { models } = this.#conversation.state.settings;
    return this.#find(models["default"]) ?? this.#initial.model;
  }

  get thinkingLevel(): ThinkingLevel {
    const { thinkingLevel } = this.#conversation.state.settings;
    return LEVELS.find((level) => level === thinkingLevel) ?? "off";
  }

  get serviceTier(): ServiceTier {
    const { serviceTier } = this.#conversation.state.settings;
    // Null is a choice: no tier, whatever the settings say.
    if (serviceTier === null) return "none";
    const chosen = SERVICE_TIERS.find((tier) => tier === serviceTier);
    return chosen ?? this.#initial.serviceTier ?? "none";
  }

  /** What a request carries of the choices. */
  requestOptions(model: Model): Pick<RequestOptions, "effort" | "serviceTier"> {
    const { thinkingLevel: level, serviceTier: tier } = this;
    return {
      ...(model.reasoning && level !== "off" && { effort: level }),
      ...(tier !== "none" && { serviceTier: tier }),
    };
  }

  setModel(model: Model): void {
    this.#conversation.append({ type: "model_change", model: selectorOf(model) });
  }

  setThinkingLevel(thinkingLevel: ThinkingLevel): void {
    if (thinkingLevel === this.thinkingLevel) return;
    this.#conversation.append({ type: "thinking_level_change", thinkingLevel });
  }

  setServiceTier(tier: ServiceTier): void {
    if (tier === this.serviceTier) return;
    const serviceTier = tier === "none" ? null : tier;
    this.#conversation.append({ type: "service_tier_change", serviceTier });
  }

  /** The next model in scope, else of the roles, else of all that can be asked; undefined when there is no other. */
  cycleModel(
    direction: "forward" | "backward" = "forward",
    among?: { readonly order: readonly string[]; readonly roles: Readonly<Record<string, string>> },
  ): Model | undefined {
    const scoped = this.#models.scoped?.() ?? [];
    const { model: usual } = this.#initial;
    const played = (among && this.#models.roleModels?.(among.order, among.roles, usual)) ?? [];
    const chosen = scoped.length === 0 && played.length > 1 ? played : scoped;
    const models: readonly ScopedModel[] =
      chosen.length > 0 ? chosen : this.#models.available().map((model) => ({ model }));
    const at = models.findIndex(({ model }) => selectorOf(model) === selectorOf(this.model));
    const next = models.at((at + (direction === "forward" ? 1 : -1)) % models.length);
    if (next === undefined || selectorOf(next.model) === selectorOf(this.model)) return undefined;
    this.setModel(next.model);
    if (next.thinkingLevel !== undefined) this.setThinkingLevel(next.thinkingLevel);
    return next.model;
  }

  /** The next level; undefined for a model that does not think. */
  cycleThinkingLevel(): ThinkingLevel | undefined {
    if (!this.model.reasoning) return undefined;
    const next = LEVELS[(LEVELS.indexOf(this.thinkingLevel) + 1) % LEVELS.length] ?? "off";
    this.setThinkingLevel(next);
    return next;
  }

  /** Writes what the log does not say yet, or says otherwise than this run must have it. */
  #begin(): void {
    const { model, thinkingLevel, isModelNamed, isThinkingNamed } = this.#initial;
    const { settings } = this.#conversation.state;
    const isNew = settings.models["default"] === undefined;
    const isOther = settings.models["default"] !== selectorOf(model);
    const isLost = !isNew && this.#find(settings.models["default"]) === undefined;
    if (isNew || isLost || (isModelNamed === true && isOther)) this.setModel(model);
    if (isNew || (isThinkingNamed === true && settings.thinkingLevel !== thinkingLevel))
      this.#conversation.append({ type: "thinking_level_change", thinkingLevel });
  }

  #find(selector: string | undefined): Model | undefined {
    if (selector === undefined) return undefined;
    if (selector === selectorOf(this.#initial.model)) return this.#initial.model;
    const slash = selector.indexOf("/");
    return this.#models.find(selector.slice(0, slash), selector.slice(slash + 1));
  }
}
