// Which model, thinking level, tier, mode and tools a path of entries has chosen.
import type { Fold } from "./fold.ts";

/** The choices in force at the end of a path. */
export interface PathSettings {
  readonly thinkingLevel: string;
  readonly serviceTier?: string | null;
  /** `provider/id` by role. */
  readonly models: Readonly<Record<string, string>>;
  readonly injectedTtsrRules: readonly string[];
  readonly selectedMCPToolNames: readonly string[];
  readonly hasPersistedMCPToolSelection: boolean;
  readonly mode: string;
  readonly modeData?: unknown;
}

/** The last word on each topic wins; an answer names its model where no change did. */
export const pathSettings: Fold<PathSettings> = {
  initial: {
    thinkingLevel: "off",
    models: {},
    injectedTtsrRules: [],
    selectedMCPToolNames: [],
    hasPersistedMCPToolSelection: false,
    mode: "none",
  },
  step(state, entry) {
    switch (entry.type) {
      case "thinking_level_change":
        return { ...state, thinkingLevel: entry.thinkingLevel ?? "off" };
      case "service_tier_change":
        return { ...state, serviceTier: entry.serviceTier };
      case "model_change":
        return { ...state, models: { ...state.models, [entry.role ?? "default"]: entry.model } };
      case "mode_change": {
        const { modeData: _, ...rest } = state;
        return {
          ...rest,
          mode: entry.mode,
          ...(entry.data !== undefined && { modeData: entry.data }),
        };
      }
      case "ttsr_injection":
        return {
          ...state,
          injectedTtsrRules: [...new Set([...state.injectedTtsrRules, ...entry.injectedRules])],
        };
      case "mcp_tool_selection":
        return {
          ...state,
          selectedMCPToolNames: entry.selectedToolNames,
          hasPersistedMCPToolSelection: true,
        };
      case "message": {
        const { message } = entry;
        if (message.role !== "assistant" || state.models["default"] !== undefined) return state;
        return {
          ...state,
          models: { ...state.models, default: `${message.provider}/${message.model}` },
        };
      }
      default:
        return state;
    }
  },
};
