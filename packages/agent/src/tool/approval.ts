// How far a call reaches, as its tool declares it. What is allowed at which tier is the application's
// policy, not decided here.

/** `read` looks, `write` changes the workspace, `exec` runs code or anything as broad. */
export type ToolTier = "read" | "write" | "exec";

/** A tier with the tool's own remarks. */
export interface ToolApproval {
  readonly tier: ToolTier;
  readonly reason?: string;
  /** The tool insists on being asked about, whatever the mode. */
  readonly override?: boolean;
}

/** Where a call would take effect, as far as the application knows. */
export interface CallSituation {
  /** Where the next command runs. */
  readonly directory?: string | undefined;
  /** What relative paths in arguments are relative to. */
  readonly root?: string | undefined;
  readonly home?: string | undefined;
}

type Judged = ToolTier | ToolApproval;

/** What a definition may say: a tier, a tier with remarks, or either by arguments and place. */
export type TierDeclaration<Args> =
  Judged | ((args: Args, situation: CallSituation) => Judged | Promise<Judged>);

/** Resolves a declaration for one call; an absent or failing one is the widest tier. */
export async function resolveApproval<Args>(
  declared: TierDeclaration<Args> | undefined,
  args: Args,
  situation: CallSituation = {},
): Promise<ToolApproval> {
  if (declared === undefined) return { tier: "exec" };
  try {
    const decided = typeof declared === "function" ? await declared(args, situation) : declared;
    return typeof decided === "string" ? { tier: decided } : decided;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { tier: "exec", override: true, reason: `The tool could not judge this call: ${cause}` };
  }
}
