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

/** What a definition may say: a tier, a tier with remarks, or either by arguments. */
export type TierDeclaration<Args> =
  ToolTier | ToolApproval | ((args: Args) => ToolTier | ToolApproval);

/** Resolves a declaration for one call; an absent or failing one is the widest tier. */
export function resolveApproval<Args>(
  declared: TierDeclaration<Args> | undefined,
  args: Args,
): ToolApproval {
  if (declared === undefined) return { tier: "exec" };
  try {
    const decided = typeof declared === "function" ? declared(args) : declared;
    return typeof decided === "string" ? { tier: decided } : decided;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { tier: "exec", override: true, reason: `The tool could not judge this call: ${cause}` };
  }
}
