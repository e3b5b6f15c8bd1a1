// What can be told from a Claude model's id: its generation decides how thinking, effort and sampling
// are asked for. Ids of other vendors that speak this format have no traits.

/** The generation of a Claude model, and what follows from it. */
export interface ClaudeTraits {
  readonly family: string;
  /** Thinks as much as it finds right; `effort` takes the place of a budget. */
  readonly thinksAdaptively: boolean;
  /** Withholds the text of its thinking unless asked for a summary. */
  readonly hidesThinking: boolean;
  readonly knowsXhigh: boolean;
  /** Rejects temperature, top_p and top_k. */
  readonly refusesSampling: boolean;
  /** Rejects temperature together with top_p. */
  readonly takesOneSampler: boolean;
  /** Thinks between tool calls only under a beta header. */
  readonly needsInterleavedBeta: boolean;
  readonly hasFastMode: boolean;
  /** Comes from before schemas could be enforced. */
  readonly refusesStrictTools: boolean;
}

/** `claude-opus-4-6`, `anthropic/claude-sonnet-4.5`, `claude-opus-4-20250514`, `claude-sonnet-5`. */
const NAME_FIRST = /claude-([a-z]+)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/;
/** `claude-3-5-sonnet-20241022`. */
const NUMBER_FIRST = /claude-(\d)(?:[-.](\d))?-([a-z]+)/;
const PREVIEW = /claude-mythos/;

/** Traits of a Claude model, or undefined for any other model. */
export function claudeTraits(id: string): ClaudeTraits | undefined {
  const generation = generationOf(id.toLowerCase());
  if (generation === undefined) return undefined;
  const { family, version } = generation;
  return {
    family,
    thinksAdaptively: version >= 4.06,
    hidesThinking: version >= 4.07,
    knowsXhigh: version >= 4.07,
    refusesSampling: version >= 4.07,
    takesOneSampler: version >= 4.01,
    needsInterleavedBeta: version >= 4 && version < 4.06,
    hasFastMode: family === "opus" && version >= 4.06,
    refusesStrictTools: version < 4.01,
  };
}

/** The version as major plus hundredths of minor, so that 4.10 comes after 4.9. */
function generationOf(id: string): { family: string; version: number } | undefined {
  const named = NAME_FIRST.exec(id);
  if (named !== null) return { family: named[1] as string, version: version(named[2], named[3]) };
  const numbered = NUMBER_FIRST.exec(id);
  if (numbered !== null) {
    return { family: numbered[3] as string, version: version(numbered[1], numbered[2]) };
  }
  return PREVIEW.test(id) ? { family: "mythos", version: 5 } : undefined;
}

function version(major: string | undefined, minor: string | undefined): number {
  return Number(major) + Number(minor ?? 0) / 100;
}
