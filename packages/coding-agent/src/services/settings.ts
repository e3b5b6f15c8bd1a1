// Settings of models and requests.
import { type Effort, EFFORTS } from "@oh-my-pi/pi-catalog/model";
import {
  choiceSetting,
  isTable,
  listSetting,
  numberSetting,
  recordSetting,
  type Setting,
} from "../settings/setting.ts";

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

const isName = (value: unknown): value is string => typeof value === "string";
/** A name, or a table that holds only below some directories. */
const isScopable = (value: unknown): value is string | Record<string, unknown> =>
  isName(value) || isTable(value);

export const enabledModels = listSetting("enabledModels", isScopable, {
  default: [],
  doc: "Models to start with and to cycle through: names, globs, or tables with path and models.",
  project: "free",
});

export const disabledProviders = listSetting("disabledProviders", isScopable, {
  default: [],
  doc: "Providers that are left out: ids, or tables with path and providers.",
  project: "free",
});

export const modelProviderOrder = listSetting("modelProviderOrder", isName, {
  default: [],
  doc: "Providers from most to least wanted where several have the same model.",
  project: "free",
});

export const cycleOrder = listSetting("cycleOrder", isName, {
  default: ["smol", "default", "slow"],
  doc: "Roles that the key for the next model goes through.",
  project: "free",
});

export const kimiApiFormat = choiceSetting(
  "providers.kimiApiFormat",
  ["anthropic", "openai"] as const,
  { default: "anthropic", doc: "Wire format in which Kimi for Coding is asked.", project: "free" },
);

export const openaiWebsockets = choiceSetting(
  "providers.openaiWebsockets",
  ["auto", "off", "on"] as const,
  {
    default: "auto",
    doc: "Whether Codex is asked over a WebSocket: auto falls back to HTTP, on never does.",
    project: "free",
  },
);

function thinkingBudget(level: Effort, tokens: number): Setting<number> {
  return numberSetting(`thinkingBudgets.${level}`, {
    default: tokens,
    min: 0,
    doc: `Tokens of thought at the level ${level}, for models that are given a number of them.`,
    project: "never",
  });
}

export const minimalBudget = thinkingBudget("minimal", 1024);
export const lowBudget = thinkingBudget("low", 2048);
export const mediumBudget = thinkingBudget("medium", 8192);
export const highBudget = thinkingBudget("high", 16_384);
export const xhighBudget = thinkingBudget("xhigh", 32_768);

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
