// What can be told from an OpenAI model's id: which efforts its generation knows. Other ids have no
// traits, and every effort is passed on as it is.
import type { Effort } from "@oh-my-pi/pi-catalog/model";

export interface GptTraits {
  /** The word for each effort that the model does not know by its own name. */
  readonly effortWords: Readonly<Partial<Record<Effort, string>>>;
  /** The word that switches reasoning off, where there is one. */
  readonly offWord: string | undefined;
}

const GPT_5 = /(?:^|\/)gpt-5(?:\.(\d{1,2}))?(?![\d.])/;
const O_SERIES = /(?:^|\/)o[134](?:-|$)/;

/** Traits of one of OpenAI's reasoning models, or undefined for any other model. */
export function gptTraits(id: string): GptTraits | undefined {
  if (O_SERIES.test(id)) {
    return { effortWords: { minimal: "low", xhigh: "high" }, offWord: undefined };
  }
  const match = GPT_5.exec(id);
  if (match === null) return undefined;
  const minor = Number(match[1] ?? 0);
  const isSpecial = /codex|pro\b/.test(id);
  const knowsMinimal = minor === 0 && !isSpecial;
  const knowsXhigh = minor >= 2 || id.includes("codex-max");
  return {
    effortWords: {
      ...(!knowsMinimal && { minimal: "low" }),
      ...(!knowsXhigh && { xhigh: "high" }),
    },
    offWord: minor >= 1 && !isSpecial ? "none" : undefined,
  };
}
