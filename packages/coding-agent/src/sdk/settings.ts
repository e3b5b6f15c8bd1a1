// Settings by key for a program: those of the user and of a trusted project, or a set of its own that touches no file.
import { DECLARED } from "../assemble/declared-settings.ts";
import { UserError } from "../platform/exit-codes.ts";
import { type Layer, noteText, resolveLayers } from "../settings/layers.ts";
import { findSetting, type Setting } from "../settings/setting.ts";
import type { Settings as SettingsInForce } from "../settings/settings.ts";
import { hostAt, type Place } from "./place.ts";

/** Values by dotted key or nested. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Whatever holds the values. */
interface Holder {
  get(setting: Setting): unknown;
  set(setting: Setting, value: unknown): Promise<void>;
  /** File or layer that a value comes from; undefined for a default. */
  sourceOf(setting: Setting): string | undefined;
  notes(): readonly string[];
  /** What no file holds. */
  overrides(): SettingValues;
}

/** The settings in force at a place. An unknown key or a value that does not fit is a UserError that says what would. */
export class Settings {
  readonly #holder: Holder;

  private constructor(holder: Holder) {
    this.#holder = holder;
  }

  /** Reads the user's file and, where the project is trusted, the project's. `overrides` hold over both and are kept nowhere. */
  static async init(
    place: Place & { readonly overrides?: SettingValues | undefined } = {},
  ): Promise<Settings> {
    const { overrides = {} } = place;
    refuseWrong(overrides);
    const { userSettings } = await import("../assemble/session-settings.ts");
    return Settings.over(await userSettings(hostAt(place), [layerOf(overrides)]), overrides);
  }

  /** @internal */
  static over(read: SettingsInForce, overrides: SettingValues): Settings {
    return new Settings({
      get: (setting) => read.get(setting),
      set: (setting, value) => read.set(setting, value),
      sourceOf: (setting) => read.origin(setting)?.source,
      notes: () => read.notes.map(noteText),
      overrides: () => overrides,
    });
  }

  /** Defaults and these values; no file is read or written. */
  static isolated(values: SettingValues = {}): Settings {
    refuseWrong(values);
    let own = values;
    const resolved = () => resolveLayers(DECLARED, [layerOf(own)]);
    return new Settings({
      get: ({ key }) => resolved().values.get(key),
      set: async ({ key }, value) => {
        own = { ...own, [key]: value };
      },
      sourceOf: ({ key }) => resolved().origins.get(key)?.source,
      notes: () => [],
      overrides: () => own,
    });
  }

  /** Every key there is. */
  get keys(): readonly string[] {
    return DECLARED.map(({ key }) => key);
  }

  /** What of the files has no effect, a sentence each. */
  get notes(): readonly string[] {
    return this.#holder.notes();
  }

  /** What no file holds: given at the beginning, or set on isolated settings. */
  get overrides(): SettingValues {
    return this.#holder.overrides();
  }

  /** The value in force. */
  get(key: string): unknown {
    return this.#holder.get(declared(key));
  }

  /** The file that the value comes from, `overrides`, or undefined for a default. */
  sourceOf(key: string): string | undefined {
    return this.#holder.sourceOf(declared(key));
  }

  /** Changes a value, in the user's file where one was read; `undefined` goes back to the default. */
  async set(key: string, value: unknown): Promise<void> {
    const setting = declared(key);
    const fit = value === undefined ? undefined : setting.fit(value);
    if (fit?.ok === false) throw new UserError(`${key}: ${fit.problem}`);
    await this.#holder.set(setting, fit?.value);
  }
}

function declared(key: string): Setting {
  const found = findSetting(DECLARED, key);
  if (typeof found === "string") throw new UserError(found);
  return found;
}

function layerOf(values: SettingValues): Layer {
  return { name: "override", source: "overrides", values };
}

function refuseWrong(values: SettingValues): void {
  const [wrong] = resolveLayers(DECLARED, [layerOf(values)]).notes;
  if (wrong !== undefined) throw new UserError(`settings: ${wrong.key}: ${wrong.problem}`);
}
