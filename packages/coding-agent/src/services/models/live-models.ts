// The models of a run while it lasts: few at first, so that nothing waits for them, all that can be used once
// somebody asks, and what local servers offer as soon as they have answered.
import { chooseVariant } from "@oh-my-pi/pi-catalog/canonical-index";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { ModelsConfig, ProviderConfig } from "@oh-my-pi/pi-catalog/models-config";
import { formatConfigErrors, parseModelsConfig } from "@oh-my-pi/pi-catalog/parse-models-config";
import type { ProviderAccess } from "@oh-my-pi/pi-catalog/registry";
import { resolveRole } from "@oh-my-pi/pi-catalog/roles";
import type { ScopedModel } from "@oh-my-pi/pi-catalog/scope";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { ModelHome } from "./model-home.ts";

/** How models are loaded anew. */
export type LoadModels = (wish: {
  readonly asksServers: boolean;
  /** What servers said last, for when they are not asked. */
  readonly discovered: readonly Model[];
  readonly registered: ModelsConfig["providers"];
}) => Promise<ModelHome>;

/** A model that plays a role. */
export interface RoleModel extends ScopedModel {
  readonly role: string;
}

/** A provider as a program describes it; the fields are those of models.yml. */
export type ProviderRegistration = ProviderConfig;

/** The models of one run. */
export class LiveModels {
  readonly #first: ModelHome;
  readonly #load: LoadModels;
  readonly #listeners = new Set<() => void>();
  #home: ModelHome;
  #registered: ModelsConfig["providers"] = {};
  /** Loads follow one another, so that the last one asked for is the one that stays. */
  #last: Promise<void> = Promise.resolve();
  #loading: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(first: ModelHome, load: LoadModels) {
    this.#first = first;
    this.#home = first;
    this.#load = load;
  }

  /** Everything that is known now, whether or not there are credentials for it. */
  all(): readonly Model[] {
    return this.#home.registry.models;
  }

  /** Those that can be asked now. */
  available(): readonly Model[] {
    return this.all().filter(({ provider }) => this.#home.hasCredentials(provider));
  }

  /** Those that the user narrowed this run to; empty when it is not narrowed. */
  scoped(): readonly ScopedModel[] {
    return this.#home.scoped;
  }

  /** The model with that name; one that a server no longer lists is still found. */
  find(provider: string, id: string): Model | undefined {
    return this.#home.registry.find(provider, id) ?? this.#first.registry.find(provider, id);
  }

  /** How the user's configuration reaches a provider. */
  access(provider: string): ProviderAccess | undefined {
    return this.#home.registry.access(provider) ?? this.#first.registry.access(provider);
  }

  /** The models of some roles, in that order, each model once; roles that have none are left out. */
  roleModels(
    order: readonly string[],
    roles: Readonly<Record<string, string>>,
    usual: Model,
  ): readonly RoleModel[] {
    const byName = new Map<string, RoleModel>();
    for (const role of order) {
      const found = resolveRole(role, { ...this.#home.space, roles, current: usual });
      if (!found.ok || byName.has(selectorOf(found.model))) continue;
      const { model, thinkingLevel } = found;
      byName.set(selectorOf(model), { role, model, ...(thinkingLevel && { thinkingLevel }) });
    }
    return [...byName.values()];
  }

  /** Official models that can be asked, with the copy that each stands for. */
  canonical(): readonly {
    readonly id: string;
    readonly model: Model;
    readonly providers: string[];
  }[] {
    const { registry, space } = this.#home;
    return [...registry.canonical.values()].flatMap(({ id, variants }) => {
      const usable = variants.filter(({ provider }) => this.#home.hasCredentials(provider));
      const model = chooseVariant(usable, { providerOrder: space.providerOrder ?? [] });
      const providers = [...new Set(usable.map(({ provider }) => provider))];
      return model === undefined ? [] : [{ id, model, providers }];
    });
  }

  /** Calls `listener` whenever other models can be used than before; the returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads all that can be used, once, without asking any server. */
  load(): Promise<void> {
    this.#loading ??= this.#renew({ asksServers: false });
    return this.#loading;
  }

  /** Loads all that can be used and asks local servers; ends soon, whatever they do. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#renew({ asksServers: true }).finally(() => {
      this.#refreshing = undefined;
    });
    this.#loading = this.#refreshing;
    return this.#refreshing;
  }

  /** Adds a provider, or models to one, for this run. Throws with the reasons when it is not sound. */
  async register(id: string, provider: ProviderRegistration, apis: readonly string[] = []) {
    const text = JSON.stringify({ providers: { [id]: provider } });
    const parsed = await parseModelsConfig(text, `${id}.json`, { extraApis: apis });
    if (!parsed.ok) throw new Error(formatConfigErrors(id, parsed.errors));
    await this.#changeRegistered({ ...this.#registered, ...parsed.config.providers });
  }

  /** Takes back what was registered under that id. */
  async unregister(id: string): Promise<void> {
    const { [id]: _gone, ...rest } = this.#registered;
    await this.#changeRegistered(rest);
  }

  async #changeRegistered(registered: ModelsConfig["providers"]): Promise<void> {
    this.#registered = registered;
    this.#loading = this.#renew({ asksServers: false });
    await this.#loading;
  }

  #renew(how: { readonly asksServers: boolean }): Promise<void> {
    const renew = async (): Promise<void> => {
      const before = this.#home;
      const { discovered } = before;
      this.#home = await this.#load({ ...how, discovered, registered: this.#registered });
      if (usableNames(this.#home) === usableNames(before)) return;
      for (const listener of this.#listeners) listener();
    };
    this.#last = this.#last.then(renew, renew);
    return this.#last;
  }
}

function usableNames(home: ModelHome): string {
  return home.registry.models
    .filter(({ provider }) => home.hasCredentials(provider))
    .map((model) => `${selectorOf(model)} ${model.contextWindow}`)
    .join("\n");
}
