// What the system prompt of a session is made from.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ContextFile } from "../discovery/context-files/context-file.ts";
import type { Host } from "../platform/host.ts";
import { systemPrompt } from "../prompts/system-prompt.ts";
import type { Launch } from "../session/launch.ts";
import type { PromptDraft } from "../session/prompt/session-prompt.ts";

/** The system prompt as it would be made now, most lasting segments first. */
export function promptDraft(
  launch: Launch,
  host: Host,
  tools: readonly Tool[],
  files: readonly ContextFile[],
): PromptDraft {
  const { cwd, systemPrompt: replacement, appendSystemPrompt: appendix } = launch;
  const made = {
    cwd,
    platform: host.platform,
    hasTools: tools.length > 0,
    ...(replacement !== undefined && { replacement }),
    ...(appendix !== undefined && { appendix }),
  };
  return {
    segments: systemPrompt({ ...made, contextFiles: files }),
    key: Bun.hash(JSON.stringify(made)).toString(36),
    files,
  };
}
