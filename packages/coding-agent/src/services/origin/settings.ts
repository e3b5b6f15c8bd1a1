// Settings of text that comes from elsewhere: what it may lead to.
import { choiceSetting } from "../../settings/setting.ts";

const GUARDS = ["strict", "ask", "allow"] as const;

export const foreignText = choiceSetting("tools.foreignText", GUARDS, {
  default: "ask",
  doc: "Once text from the web, servers or strangers is in a conversation, ask before data is sent or files outside the workspace change; strict counts the project's own files as well.",
  project: "tighten",
  isTighter: (candidate, inForce) => GUARDS.indexOf(candidate) < GUARDS.indexOf(inForce),
});
