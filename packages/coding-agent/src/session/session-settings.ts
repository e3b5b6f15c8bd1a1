// The settings of one session: those in force for the run of omp, with what this session was told since.
import type { Setting } from "../settings/setting.ts";

/** Where values come from. */
export interface SettingsSource {
  get<Value>(setting: Setting<Value>): Value;
}

/** Values by setting; what is set here ends with the session. */
export class SessionSettings implements SettingsSource {
  readonly #source: SettingsSource;
  readonly #own = new Map<string, unknown>();

  constructor(source: SettingsSource) {
    this.#source = source;
  }

  readonly get = <Value>(setting: Setting<Value>): Value =>
    this.#own.has(setting.key) ? (this.#own.get(setting.key) as Value) : this.#source.get(setting);

  set<Value>(setting: Setting<Value>, value: Value): void {
    this.#own.set(setting.key, value);
  }
}
