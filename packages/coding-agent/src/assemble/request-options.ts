// What every request of a session carries because settings or flags say so.
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Effort } from "@oh-my-pi/pi-catalog/model";
import * as modelSettings from "../services/settings.ts";
import type { Launch } from "../session/launch.ts";
import type { PickedModel } from "../session/pick-model.ts";
import type { Settings } from "../settings/settings.ts";

/** How hard the model thinks at first; undefined for one that does not. */
export function effortFor(
  { model, thinkingLevel }: Pick<PickedModel, "model" | "thinkingLevel">,
  launch: Launch,
  settings: Settings,
): Effort | undefined {
  const wanted =
    launch.thinking ?? thinkingLevel ?? settings.get(modelSettings.defaultThinkingLevel);
  return model.reasoning && wanted !== "off" ? wanted : undefined;
}

/** The sampling that the settings ask for. */
export function samplingFrom(settings: Settings): Pick<RequestOptions, "sampling"> {
  const { temperature, topP, topK, minP, presencePenalty, repetitionPenalty } = modelSettings;
  const given = Object.entries({
    temperature,
    topP,
    topK,
    minP,
    presencePenalty,
    repetitionPenalty,
  })
    .map(([name, setting]) => [name, settings.get(setting)] as const)
    .filter(([, value]) => value !== -1);
  return given.length === 0 ? {} : { sampling: Object.fromEntries(given) };
}
