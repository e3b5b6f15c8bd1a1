// Whether a tool call may run: the approval mode and what the user said of single tools. Pure.
import type { PolicyDecision, ToolPolicy } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { ApprovalMode } from "./settings.ts";

const ASKS: Readonly<Record<ApprovalMode, readonly string[]>> = {
  "always-ask": ["write", "exec"],
  write: ["exec"],
  yolo: [],
};

/** The user's rules as a policy: a rule for the tool first, then the mode; a tool may insist on asking. */
export function approvalPolicy(
  mode: ApprovalMode,
  rules: Readonly<Record<string, string>>,
): ToolPolicy {
  return ({ tool, approval }): PolicyDecision => {
    const rule = rules[tool.name];
    if (rule === "deny") {
      const reason = `Tool "${tool.name}" is blocked by user policy.\nTo allow: remove "tools.approval.${tool.name}: deny" from config.`;
      return { verdict: "deny", reason };
    }
    if (approval.override) return ask(tool.name, approval.reason);
    if (rule === "allow") return { verdict: "allow" };
    const asks = rule === "prompt" || ASKS[mode].includes(approval.tier);
    return asks ? ask(tool.name, approval.reason) : { verdict: "allow" };
  };
}

function ask(toolName: string, reason: string | undefined): PolicyDecision {
  const unanswered = [
    `Tool "${toolName}" requires approval but no interactive UI available.`,
    "Options:",
    "  1. Set tools.approvalMode: yolo in /settings",
    `  2. Add tools.approval.${toolName}: allow to config`,
    "  3. Use an interactive UI to approve the tool call",
  ].join("\n");
  return { verdict: "ask", unanswered, ...(reason !== undefined && { reason }) };
}
