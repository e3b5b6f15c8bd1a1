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

/** Text of ours and the files' apart: no file can end its own block or begin another. */
const BLOCK_TAG = /<(?=\/?\s*instructions\b)/gi;

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
    ...parts.contextFiles.map(instructionBlock),
    ...(parts.appendix?.trim() ? [parts.appendix.trim()] : []),
  ];
}

/** Standing instructions with their source named. */
export function instructionBlock({ path, text }: ContextFile): string {
  const from = path.replaceAll('"', "&quot;");
  return `<instructions from="${from}">\n${text.trim().replace(BLOCK_TAG, "&lt;")}\n</instructions>`;
}
