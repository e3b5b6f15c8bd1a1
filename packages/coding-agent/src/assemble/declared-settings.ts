// Every declared setting: the one list of the domains that have settings of their own.
import * as approvalSettings from "../services/approval/settings.ts";
import * as askSettings from "../services/ask-settings.ts";
import * as fileSettings from "../services/files/settings.ts";
import * as modelSettings from "../services/settings.ts";
import * as todoSettings from "../services/todo/settings.ts";
import * as toolSettings from "../services/tool-discovery/settings.ts";
import * as sessionSettings from "../session/settings.ts";
import * as interactiveSettings from "../modes/interactive/settings.ts";
import type { Setting } from "../settings/setting.ts";

/** Every declared setting. */
export const DECLARED: readonly Setting[] = [
  ...Object.values(approvalSettings),
  ...Object.values(askSettings),
  ...Object.values(fileSettings),
  ...Object.values(interactiveSettings),
  ...Object.values(modelSettings),
  ...Object.values(sessionSettings),
  ...Object.values(todoSettings),
  ...Object.values(toolSettings),
];
