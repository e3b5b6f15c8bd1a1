// What the system prompt of a session is made from.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ContextFile, FoundContextFiles } from "../discovery/context-files/context-file.ts";
import { findContextFiles } from "../discovery/context-files/find-context-files.ts";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import { systemPrompt } from "../prompts/system-prompt.ts";
import { modelPreferences } from "../services/models/model-preferences.ts";
import type { Launch } from "../session/launch.ts";
import type { PromptDraft } from "../session/prompt/session-prompt.ts";
import type { Settings } from "../settings/settings.ts";

/** The standing instructions for a launch, without those of sources that the user has turned off. */
export function contextFilesFor(launch: Launch, host: Host, settings: Settings): FoundContextFiles {
  const given = launch.embedded?.contextFiles;
  if (given !== undefined) return { files: given, notes: [] };
  const { cwd, models } = launch;
  const { home } = host;
  const { disabledProviders: disabledSources } = modelPreferences(settings, { cwd, home, models });
  return findContextFiles({ cwd, home, agentDir: agentPaths(host).agentDir, disabledSources });
}

/** The system prompt as it would be made now, most lasting segments first. */
export function promptDraft(
  launch: Launch,
  host: Host,
  tools: readonly Tool[],
  files: readonly ContextFile[],
): PromptDraft {
  const { cwd, systemPrompt: replacement, appendSystemPrompt: appendix, embedded } = launch;
  const made = {
    cwd,
    platform: host.platform,
    hasTools: tools.length + (embedded?.tools?.length ?? 0) > 0,
    ...(replacement !== undefined && { replacement }),
    ...(appendix !== undefined && { appendix }),
  };
  const usual = systemPrompt({ ...made, contextFiles: files });
  const shaped = embedded?.shapePrompt?.(usual);
  return {
    segments: shaped ?? usual,
    key: Bun.hash(JSON.stringify(shaped ?? made)).toString(36),
    files,
  };
}
