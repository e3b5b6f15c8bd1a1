// Which models to try for a role that the user left open, best first. Names are official ids, or parts
// of them that the newest model of a family answers to.

/** Models worth trying for each role that does not simply follow `default`. */
export const ROLE_PRIORITIES: Readonly<Record<string, readonly string[]>> = {
  // Cheap and quick: titles, summaries, small subagents.
  smol: [
    "claude-haiku-4-5",
    "gpt-6-luna",
    "gpt-5.6-luna",
    "gpt-5.4-mini",
    "gemini-3.8-flash",
    "gemini-3.5-flash",
    "haiku",
    "luna",
    "flash",
    "mini",
    "nano",
    "highspeed",
    "small",
  ],
  // Deep: hard problems, reviews.
  slow: [
    "claude-opus-5-5",
    "claude-opus-5",
    "gpt-6-sol",
    "gpt-5.6-sol",
    "gpt-5.5",
    "gemini-3.1-pro-preview",
    "grok-4.7",
    "opus",
    "sol",
    "gemini-3.1-pro",
    "kimi-k3",
    "glm-5.3",
    "deepseek-v4-pro",
  ],
  // Visual work: needs an eye for layout.
  designer: [
    "gemini-3.1-pro-preview",
    "gemini-3.1-pro",
    "claude-opus-5-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "gemini",
    "opus",
    "sonnet",
    "kimi-k3",
  ],
};
