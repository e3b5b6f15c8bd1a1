// What holds for one run over the settings files: what its kind needs, then what it was told.
import type { Launch } from "../session/launch.ts";
import type { Layer } from "../settings/layers.ts";
import { DECLARED } from "./declared-settings.ts";

/** Keys that a program on the other end chooses itself; what a person likes in their terminal is not for it. */
const HOST_CHOOSES = /^(todo|task|async|bash\.autoBackground)\.|^memory\.backend$/;

/** The layers of a launch, weakest first. A session for a program starts from the defaults of what the program chooses. */
export function runLayers(launch: Launch): Layer[] {
  const own = launch.overrides ?? [];
  if (launch.isLasting !== true || launch.isInteractive === true) return [...own];
  const defaults = DECLARED.filter(({ key }) => HOST_CHOOSES.test(key));
  const values = Object.fromEntries(defaults.map(({ key, fallback }) => [key, fallback]));
  return [{ name: "override", source: "a session for a program", values }, ...own];
}
