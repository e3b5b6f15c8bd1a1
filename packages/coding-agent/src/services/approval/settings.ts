// Settings of approval: which tool calls ask first.
import { choiceSetting, recordSetting } from "../../settings/setting.ts";

const MODES = ["always-ask", "write", "yolo"] as const;
export type ApprovalMode = (typeof MODES)[number];

export const approvalMode = choiceSetting("tools.approvalMode", MODES, {
  default: "yolo",
  doc: "Which tool calls ask first: all of them, those that write or run something, or none.",
  project: "tighten",
  isTighter: (candidate, inForce) => MODES.indexOf(candidate) < MODES.indexOf(inForce),
});

export const toolApproval = recordSetting(
  "tools.approval",
  (value): value is string => typeof value === "string",
  {
    default: {},
    doc: "What holds for single tools before the approval mode: allow, deny or prompt; anything else is ignored.",
    project: "never",
  },
);
