// Which models there are for a program, and which of them can be used with the credentials at hand.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { ModelHome } from "../services/models/model-home.ts";
import type { AuthStorage } from "./auth-storage.ts";

/** Models that ship with omp, of models.yml and of local servers; empty until `refresh` has read them. */
export class ModelRegistry {
  readonly #auth: AuthStorage;
  #home: ModelHome | undefined;

  constructor(authStorage: AuthStorage) {
    this.#auth = authStorage;
  }

  /** Reads models.yml and asks local servers what they offer. */
  async refresh(): Promise<void> {
    const { userSettings } = await import("../assemble/session-settings.ts");
    const { loadAllModels } = await import("../services/model-registry.ts");
    const { modelSources } = await import("../services/model-sources.ts");
    const { modelPreferences } = await import("../services/models/model-preferences.ts");
    const { host, store } = this.#auth;
    const preferences = modelPreferences(await userSettings(host), host);
    this.#home = await loadAllModels(modelSources(host, store, preferences));
  }

  /** Every model. */
  getAll(): readonly Model[] {
    return this.#home?.registry.models ?? [];
  }

  /** Those with a key, a login or a local server behind them. */
  getAvailable(): readonly Model[] {
    return this.getAll().filter(({ provider }) => this.#home?.hasCredentials(provider) === true);
  }

  /** The model of this provider and id. */
  find(provider: string, id: string): Model | undefined {
    return this.getAll().find((model) => model.provider === provider && model.id === id);
  }

  /** The key that a request to this model would carry. */
  getApiKey({ provider }: Pick<Model, "provider">): Promise<string | undefined> {
    return this.#auth.getApiKey(provider);
  }

  /** What is wrong with models.yml, if something is. */
  getError(): string | undefined {
    return this.#home?.registry.error;
  }
}
