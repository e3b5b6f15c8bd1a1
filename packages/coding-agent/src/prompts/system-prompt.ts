// Puts the system prompt together from its parts. Stable within a session: what changes while it runs
// (date, branch, mode) is said in messages, so that the prefix of every request stays the same.
import identity from "./system/identity.md" with { type: "text" };
import style from "./system/style.md" with { type: "text" };
import toolUse from "./system/tools.md" with { type: "text" };

/** A file of standing instructions and where it was found. */
export interface ContextFile {
  readonly path: string;
  readonly text: string;
}

/** What a session's system prompt is made from. */
export interface SystemPromptParts {
  readonly cwd: string;
  readonly platform: string;
  readonly hasTools: boolean;
  readonly contextFiles: readonly ContextFile[];
  /** Replaces our own text, as `--system-prompt` and SYSTEM.md do. */
  readonly replacement?: string;
  /** Follows everything else. */
  readonly appendix?: string;
}

/** The prompt as immutable segments, the most stable first. */
export function systemPrompt(parts: SystemPromptParts): string[] {
  const own = [
    identity.trim(),
    ...(parts.hasTools ? [`# Tools\n${toolUse.trim()}`] : []),
    `# Answers\n${style.trim()}`,
  ];
  return [
    parts.replacement?.trim() || own.join("\n\n"),
    `Working directory: ${parts.cwd}\nPlatform: ${parts.platform}`,
    ...parts.contextFiles.map(
      ({ path, text }) => `<instructions from="${path}">\n${text.trim()}\n</instructions>`,
    ),
    ...(parts.appendix?.trim() ? [parts.appendix.trim()] : []),
  ];
}
