// Every declared setting: the one list of the domains that have settings of their own.
import * as approvalSettings from "../services/approval/settings.ts";
import * as askSettings from "../services/ask-settings.ts";
import * as fileSettings from "../services/files/settings.ts";
import * as originSettings from "../services/origin/settings.ts";
import * as sandboxSettings from "../services/sandbox/settings.ts";
import * as searchSettings from "../services/search/settings.ts";
import * as secretSettings from "../services/secrets/settings.ts";
import * as shellSettings from "../services/shell/settings.ts";
import * as modelSettings from "../services/settings.ts";
import * as todoSettings from "../services/todo/settings.ts";
import * as toolSettings from "../services/tool-discovery/settings.ts";
import * as undoSettings from "../services/undo/settings.ts";
import * as powerSettings from "../session/power/settings.ts";
import * as slashSettings from "../slash/settings.ts";
import * as sessionSettings from "../session/settings.ts";
import * as interactiveSettings from "../modes/interactive/settings.ts";
import type { Setting } from "../settings/setting.ts";
import { PLANNED } from "./planned/every-planned.ts";

/** Every setting that a domain reads. */
const USED: readonly Setting[] = [
  ...Object.values(approvalSettings),
  ...Object.values(askSettings),
  ...Object.values(fileSettings),
  ...Object.values(interactiveSettings),
  ...Object.values(modelSettings),
  ...Object.values(originSettings),
  ...Object.values(powerSettings),
  ...Object.values(sandboxSettings),
  ...Object.values(searchSettings),
  ...Object.values(secretSettings),
  ...Object.values(sessionSettings),
  ...Object.values(slashSettings),
  ...Object.values(shellSettings),
  ...Object.values(todoSettings),
  ...Object.values(toolSettings),
  ...Object.values(undoSettings),
];

const usedKeys = new Set(USED.map(({ key }) => key));

/** Every setting: those that are read, and those that are only known. */
export const DECLARED: readonly Setting[] = [
  ...USED,
  ...PLANNED.filter(({ key }) => !usedKeys.has(key)),
];
