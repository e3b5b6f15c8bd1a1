// Settings of models and requests.
import { EFFORTS } from "@oh-my-pi/pi-catalog/model";
import { choiceSetting, numberSetting, recordSetting, type Setting } from "../settings/setting.ts";

export const defaultThinkingLevel = choiceSetting("defaultThinkingLevel", EFFORTS, {
  default: "high",
  doc: "How hard a reasoning model thinks unless a run says otherwise.",
  project: "free",
});

export const modelRoles = recordSetting(
  "modelRoles",
  (value): value is string => typeof value === "string",
  {
    default: {},
    doc: "Model for each role (default, smol, slow, vision, plan, designer, commit, task).",
    project: "free",
  },
);

function sampling(key: string, what: string): Setting<number> {
  return numberSetting(key, {
    default: -1,
    min: -2,
    doc: `${what}; -1 leaves it to the provider.`,
    project: "free",
  });
}

export const temperature = sampling("temperature", "Sampling temperature");
export const topP = sampling("topP", "Nucleus sampling");
export const topK = sampling("topK", "Top-k sampling");
export const minP = sampling("minP", "Least probability of a token");
export const presencePenalty = sampling("presencePenalty", "Penalty for tokens that occurred");
export const repetitionPenalty = sampling("repetitionPenalty", "Penalty for repeated tokens");
