// Holds the machine awake from a prompt until nothing goes on any more. How that is done is the platform's to know.
import type { AwakeWish } from "../../platform/keep-awake.ts";
import type { Feature, FeaturePort } from "../feature.ts";
import {
  declareUserActive,
  preventDisplaySleep,
  preventIdleSleep,
  preventSystemSleep,
} from "./settings.ts";

export class PowerFeature implements Feature {
  readonly name = "power";
  readonly #hold: (wish: AwakeWish) => Disposable | undefined;
  #held: Disposable | undefined;

  constructor(hold: (wish: AwakeWish) => Disposable | undefined) {
    this.#hold = hold;
  }

  beforePrompt({ settings }: Pick<FeaturePort, "settings">): void {
    this.#held ??= this.#hold({
      idleSleep: settings(preventIdleSleep),
      systemSleep: settings(preventSystemSleep),
      displaySleep: settings(preventDisplaySleep),
      userActive: settings(declareUserActive),
    });
  }

  async whenIdle(): Promise<void> {
    this.#held?.[Symbol.dispose]();
    this.#held = undefined;
  }
}
