// Settings of secrets: whether they are kept from models.
import { booleanSetting } from "../../settings/setting.ts";

export const secretsEnabled = booleanSetting("secrets.enabled", {
  default: true,
  doc: "Keep secrets out of what models see and of what is written down.",
  project: "tighten",
  isTighter: (candidate) => candidate,
});
