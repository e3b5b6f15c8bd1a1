// The approval matrix of the described system: mode × tier × rule × a tool that insists.
import { describe, expect, test } from "bun:test";
import type { ToolApproval } from "@oh-my-pi/pi-agent-core/approval";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { approvalPolicy } from "./approval-policy.ts";
import type { ApprovalMode } from "./settings.ts";

interface Case {
  mode: ApprovalMode;
  tool: string;
  approval?: ToolApproval["tier"] | ToolApproval;
  policy?: string;
  result: { policy: "allow" | "deny" | "prompt" };
  requires: { error?: string };
}
const { cases }: { cases: Case[] } = await Bun.file(
  new URL("./fixtures/approval.json", import.meta.url),
).json();
const VERDICTS = { allow: "allow", deny: "deny", prompt: "ask" } as const;

describe("approvalPolicy", () => {
  for (const vector of cases) {
    const { mode, tool, approval = "exec", policy, result, requires } = vector;
    test(`${mode}: ${tool} ${JSON.stringify(approval)} ${policy ?? ""}`, async () => {
      const decide = approvalPolicy(mode, policy === undefined ? {} : { [tool]: policy });
      const declared = typeof approval === "string" ? { tier: approval } : approval;
      const request = { tool: { name: tool } as Tool, callId: "1", args: {}, approval: declared };
      const decision = await decide(request, new AbortController().signal);
      expect(decision.verdict).toBe(VERDICTS[result.policy]);
      if (decision.verdict === "deny") expect(decision.reason).toBe(requires.error ?? "");
    });
  }
});
