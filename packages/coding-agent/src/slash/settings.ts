// Settings of slash commands.
import { booleanSetting, choiceSetting } from "../settings/setting.ts";

const own = (doc: string) => ({ default: true, doc, project: "never" as const });

export const loopMode = choiceSetting("loop.mode", ["prompt", "compact", "reset"], {
  default: "prompt",
  doc: "What /loop does between rounds: nothing, sum up the conversation, or begin a new session.",
  project: "free",
});
export const enableClaudeUser = booleanSetting(
  "commands.enableClaudeUser",
  own("Use your slash commands of Claude."),
);
export const enableClaudeProject = booleanSetting(
  "commands.enableClaudeProject",
  own("Use a project's slash commands of Claude."),
);
export const enableOpencodeUser = booleanSetting(
  "commands.enableOpencodeUser",
  own("Use your slash commands of OpenCode."),
);
export const enableOpencodeProject = booleanSetting(
  "commands.enableOpencodeProject",
  own("Use a project's slash commands of OpenCode."),
);
