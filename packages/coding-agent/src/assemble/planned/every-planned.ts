// Every setting that is known before anything reads it.
import type { Setting } from "../../settings/setting.ts";
import { APPEARANCE } from "./appearance.ts";
import { MEMORY } from "./memory.ts";
import { PROVIDERS } from "./providers.ts";
import { TASKS } from "./tasks.ts";
import { TOOLS } from "./tools.ts";

export const PLANNED: readonly Setting[] = [
  ...APPEARANCE,
  ...MEMORY,
  ...PROVIDERS,
  ...TASKS,
  ...TOOLS,
];
