// What the system prompt of a session is made from.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Host } from "../platform/host.ts";
import { systemPrompt } from "../prompts/system-prompt.ts";
import type { Launch } from "../session/launch.ts";

/** The system prompt in segments, most lasting first. */
export function systemSegments(launch: Launch, host: Host, tools: readonly Tool[]): string[] {
  return systemPrompt({
    cwd: launch.cwd,
    platform: host.platform,
    hasTools: tools.length > 0,
    contextFiles: [],
    ...(launch.systemPrompt !== undefined && { replacement: launch.systemPrompt }),
    ...(launch.appendSystemPrompt !== undefined && { appendix: launch.appendSystemPrompt }),
  });
}
