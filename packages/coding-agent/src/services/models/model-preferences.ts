// What the user prefers among models, as settings and flags say it for one directory.
import { valuesInScope } from "@oh-my-pi/pi-catalog/path-scoped";
import { splitPatterns } from "@oh-my-pi/pi-catalog/scope";
import type { Settings } from "../../settings/settings.ts";
import { disabledProviders, enabledModels, modelProviderOrder } from "../settings.ts";

/** Preferences in force. */
export interface ModelPreferences {
  /** Patterns of the models to start with and to cycle through; empty for all. */
  readonly scope: readonly string[];
  /** Who said so, for messages. */
  readonly scopeSource: string;
  readonly disabledProviders: readonly string[];
  /** Providers from most to least wanted. */
  readonly providerOrder: readonly string[];
  /** Entries of settings that could not be understood. */
  readonly problems: readonly string[];
}

/** Where preferences are asked for, and what this run was told. */
export interface PreferencePlace {
  readonly cwd: string;
  readonly home: string | undefined;
  /** `--models`, which goes before the setting. */
  readonly models?: string | undefined;
}

/** Reads the preferences. */
export function modelPreferences(
  settings: Pick<Settings, "get">,
  { cwd, home = "/", models }: PreferencePlace,
): ModelPreferences {
  const enabled = valuesInScope(settings.get(enabledModels), "models", { cwd, home });
  const disabled = valuesInScope(settings.get(disabledProviders), "providers", { cwd, home });
  return {
    scope: models === undefined ? enabled.values : splitPatterns(models),
    scopeSource: models === undefined ? "enabledModels" : "--models",
    disabledProviders: disabled.values,
    providerOrder: settings.get(modelProviderOrder),
    problems: [
      ...enabled.problems.map((problem) => `enabledModels: ${problem}`),
      ...disabled.problems.map((problem) => `disabledProviders: ${problem}`),
    ],
  };
}
