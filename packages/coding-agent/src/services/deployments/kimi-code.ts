// Kimi for Coding speaks two wire formats at one address; which one is the user's choice.
import type { Model } from "@oh-my-pi/pi-catalog/model";

export type KimiFormat = "openai" | "anthropic";

/** The model as it is asked in this format. Other providers' models stay as they are. */
export function inKimiFormat(model: Model, format: KimiFormat): Model {
  if (model.provider !== "kimi-code" || format === "openai") return model;
  if (model.api !== "openai-completions") return model;
  return { ...model, api: "anthropic-messages" };
}
