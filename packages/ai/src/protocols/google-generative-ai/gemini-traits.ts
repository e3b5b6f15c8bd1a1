// What can be told from a Gemini model's id: its generation decides how thinking is asked for and what a
// conversation may hold. Other models that are served in this format have no traits.

/** How thinking is asked for. */
export type ThinkingStyle =
  | { readonly kind: "level"; readonly levels: readonly ThinkingLevel[] }
  | {
      readonly kind: "budget";
      readonly min: number;
      readonly max: number;
      readonly canBeOff: boolean;
    };

export type ThinkingLevel = "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";

/** The generation of a Gemini model, and what follows from it. */
export interface GeminiTraits {
  readonly thinking: ThinkingStyle;
  /** Rejects a function call whose thought signature is missing. */
  readonly wantsSignatures: boolean;
  /** Gives calls ids, and takes images inside a function's response. */
  readonly hasRichCalls: boolean;
}

const NAME = /gemini-(?:(\d+)(?:\.(\d+))?-)?(?:(pro|flash-lite|flash)\b)?/;

/** Traits of a Gemini model, or undefined for any other model. */
export function geminiTraits(id: string): GeminiTraits | undefined {
  const match = NAME.exec(id.toLowerCase());
  if (match === null) return undefined;
  const [, major, minor, family] = match;
  // Names such as `gemini-flash-latest` tell no version; budgets are understood by all generations.
  const version = major === undefined ? undefined : Number(major) + Number(minor ?? 0) / 100;
  const isModern = version !== undefined && version >= 3;
  return {
    thinking: isModern ? levelsOf(version, family) : budgetsOf(family),
    wantsSignatures: isModern,
    hasRichCalls: isModern,
  };
}

function levelsOf(version: number, family: string | undefined): ThinkingStyle {
  if (family !== "pro") {
    const least: ThinkingLevel[] = version < 3.07 ? ["MINIMAL"] : [];
    return { kind: "level", levels: [...least, "LOW", "MEDIUM", "HIGH"] };
  }
  return { kind: "level", levels: version < 3.01 ? ["LOW", "HIGH"] : ["LOW", "MEDIUM", "HIGH"] };
}

function budgetsOf(family: string | undefined): ThinkingStyle {
  if (family === "pro") return { kind: "budget", min: 128, max: 32_768, canBeOff: false };
  const min = family === "flash-lite" ? 512 : 0;
  return { kind: "budget", min, max: 24_576, canBeOff: true };
}
