// Settings of the undo journal.
import { booleanSetting, numberSetting } from "../../settings/setting.ts";

export const undoEnabled = booleanSetting("undo.enabled", {
  default: true,
  doc: "Keep what files were like before each change, so that /undo can bring it back.",
  project: "never",
});

export const undoMaxMegabytes = numberSetting("undo.maxMegabytes", {
  default: 1024,
  min: 16,
  doc: "Megabytes that the undo journal of one workspace may take; the oldest turns go first.",
  project: "never",
});
