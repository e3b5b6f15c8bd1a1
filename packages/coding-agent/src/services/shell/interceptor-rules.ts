// Commands for which a session has a better tool: what a rule is, and the rules that hold unless the user has own ones.

/** One rule: commands that match are refused while the tool is there. */
export interface InterceptorRule {
  readonly pattern: string;
  readonly flags?: string;
  readonly tool: string;
  readonly message: string;
}

/** Checks a rule as a settings file holds it. */
export function isInterceptorRule(value: unknown): value is InterceptorRule {
  if (typeof value !== "object" || value === null) return false;
  const { pattern, tool, message, flags } = value as Record<string, unknown>;
  const hasTexts = [pattern, tool, message].every((text) => typeof text === "string");
  return hasTexts && (flags === undefined || typeof flags === "string");
}

const rule = (pattern: string, tool: string, message: string): InterceptorRule => ({
  pattern,
  tool,
  message,
});

export const DEFAULT_RULES: readonly InterceptorRule[] = [
  rule(
    String.raw`^\s*(cat|head|tail|less|more)\s+`,
    "read",
    "Use `read` to look at files; it shows ranges and anchors for edits.",
  ),
  rule(
    String.raw`^\s*(grep|rg|ripgrep|ag|ack)\s+`,
    "search",
    "Use `search` for text in files; it skips ignored ones.",
  ),
  rule(
    String.raw`^\s*(find|fd|locate)\s+.*(-name|-iname|-type|--type|-glob)`,
    "find",
    "Use `find` for names of files; it skips ignored ones.",
  ),
  rule(
    String.raw`^\s*sed\s+(-i|--in-place)`,
    "edit",
    "Use `edit` to change files; it is exact or refused.",
  ),
  rule(
    String.raw`^\s*perl\s+.*-[pn]?i`,
    "edit",
    "Use `edit` to change files; it is exact or refused.",
  ),
  rule(
    String.raw`^\s*awk\s+.*-i\s+inplace`,
    "edit",
    "Use `edit` to change files; it is exact or refused.",
  ),
  rule(
    String.raw`^\s*(echo|printf|cat\s*<<)\s+.*[^|]>\s*\S`,
    "write",
    "Use `write` to create files.",
  ),
];

/** The first rule that refuses a command, of those whose tool is there. A pattern that is none refuses nothing. */
export function interceptingRule(
  command: string,
  rules: readonly InterceptorRule[],
  tools: readonly string[],
): InterceptorRule | undefined {
  return rules.find(({ pattern, flags, tool }) => {
    if (!tools.includes(tool)) return false;
    try {
      return new RegExp(pattern, flags?.replace(/[gy]/g, "")).test(command);
    } catch {
      // The user's pattern is no regular expression.
      return false;
    }
  });
}
