// What every request of a session carries because settings or flags say so.
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import * as modelSettings from "../services/settings.ts";
import type { InitialChoices } from "../session/choices.ts";
import { serviceTier } from "../session/settings.ts";
import type { Launch } from "../session/launch.ts";
import type { PickedModel } from "../session/pick-model.ts";
import type { Settings } from "../settings/settings.ts";

/** What a session starts with: the model, and how hard it thinks. */
export function initialChoices(
  { model, thinkingLevel }: Pick<PickedModel, "model" | "thinkingLevel">,
  launch: Launch,
  settings: Settings,
): InitialChoices {
  const named = launch.thinking ?? thinkingLevel;
  const level = named ?? settings.get(modelSettings.defaultThinkingLevel);
  return {
    model,
    serviceTier: settings.get(serviceTier),
    thinkingLevel: model.reasoning ? level : "off",
    isModelNamed: launch.model !== undefined,
    isThinkingNamed: named !== undefined,
  };
}

/** What the settings ask of every request. */
export function optionsFrom(settings: Settings): RequestOptions {
  return { ...samplingFrom(settings), ...budgetsFrom(settings) };
}

function samplingFrom(settings: Settings): Pick<RequestOptions, "sampling"> {
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

function budgetsFrom(settings: Settings): Pick<RequestOptions, "thinkingBudgets"> {
  return {
    thinkingBudgets: {
      minimal: settings.get(modelSettings.minimalBudget),
      low: settings.get(modelSettings.lowBudget),
      medium: settings.get(modelSettings.mediumBudget),
      high: settings.get(modelSettings.highBudget),
      xhigh: settings.get(modelSettings.xhighBudget),
    },
  };
}
