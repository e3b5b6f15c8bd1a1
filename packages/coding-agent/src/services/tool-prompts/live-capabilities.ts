// What a tool may ask before it is shown to a model: the settings in force and what its session can do. It answers, it
// decides nothing.
import type { Setting } from "../../settings/setting.ts";

/** What is true of the session that a tool is made for. */
export interface LiveCapabilities {
  readonly get: <Value>(setting: Setting<Value>) => Value;
  /** Somebody can watch a terminal and type into it. */
  readonly hasTerminals: boolean;
}
