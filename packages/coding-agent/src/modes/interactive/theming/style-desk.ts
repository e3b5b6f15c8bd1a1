// Which looks are in force: made from settings and what the terminal says of itself, and made anew when either
// changes.
import { type Capabilities, detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import type { TerminalAnswer } from "@oh-my-pi/pi-tui/input-event";
import { watchFile } from "../../../settings/watch-file.ts";
import type { Settings } from "../../../settings/settings.ts";
import { createLooks, type Looks } from "./looks.ts";
import { colorBlindMode, symbolPreset, themeDark, themeLight } from "../settings.ts";
import { withoutGreen } from "./color-blind.ts";
import type { ThemeStore } from "./theme-store.ts";

/** Looks, and what is wrong with the theme they come from. */
export interface Styled {
  readonly themeName: string;
  readonly looks: Looks;
  readonly problems: readonly string[];
}

export class StyleDesk {
  readonly store: ThemeStore;
  readonly #settings: () => Settings;
  #capabilities: Pick<Capabilities, "background" | "colorLevel">;

  constructor(
    store: ThemeStore,
    settings: () => Settings,
    capabilities: Pick<Capabilities, "background" | "colorLevel">,
  ) {
    this.store = store;
    this.#settings = settings;
    this.#capabilities = capabilities;
  }

  get isLight(): boolean {
    return this.#capabilities.background === "light";
  }

  /** The terminal told something of itself. True when that asks for another theme. */
  takeAnswer(answer: TerminalAnswer): boolean {
    const { background } = detectCapabilities({}, [answer]);
    if (background === "unknown") return false;
    const wasLight = this.isLight;
    this.#capabilities = { ...this.#capabilities, background };
    return wasLight !== this.isLight;
  }

  /** The looks of the theme that settings ask for, or of another one, to try it. */
  async style(name = this.#wanted()): Promise<Styled> {
    const settings = this.#settings();
    const fallback = this.isLight ? "light" : "dark";
    const found = await this.store.read(name);
    const read = found ?? (await this.store.read(fallback));
    const data = read?.data ?? { colors: {} };
    const unknown = `there is no theme "${name}"; /theme lists them.`;
    return {
      themeName: found ? name : fallback,
      problems: found ? found.problems.map((problem) => `theme ${name}: ${problem}`) : [unknown],
      looks: createLooks({
        theme: settings.get(colorBlindMode) ? withoutGreen(data) : data,
        colorLevel: this.#capabilities.colorLevel,
        symbols: settings.get(symbolPreset),
      }),
    };
  }

  /** Calls back whenever the user's own theme, if one is in force, was changed, until the signal fires. */
  watch(signal: AbortSignal, onChange: () => void): void {
    const file = this.store.ownFile(this.#wanted());
    if (file !== undefined) watchFile(file, signal, onChange);
  }

  #wanted(): string {
    return this.#settings().get(this.isLight ? themeLight : themeDark);
  }
}
