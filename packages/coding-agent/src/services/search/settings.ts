// Settings of the tools that search files and code.
import { booleanSetting, numberSetting, type Setting } from "../../settings/setting.ts";

function toolSwitch(key: string, what: string): Setting<boolean> {
  return booleanSetting(key, { default: true, doc: `Offer ${what}.`, project: "free" });
}

export const searchEnabled = toolSwitch("search.enabled", "the search in file contents");
export const findEnabled = toolSwitch("find.enabled", "the search for file names");
export const astGrepEnabled = toolSwitch("astGrep.enabled", "the search for code by its structure");
export const astEditEnabled = toolSwitch("astEdit.enabled", "edits of code by its structure");

export const searchContextBefore = numberSetting("search.contextBefore", {
  default: 1,
  min: 0,
  max: 50,
  doc: "Lines shown before each match of a search.",
  project: "free",
});

export const searchContextAfter = numberSetting("search.contextAfter", {
  default: 3,
  min: 0,
  max: 50,
  doc: "Lines shown after each match of a search.",
  project: "free",
});
