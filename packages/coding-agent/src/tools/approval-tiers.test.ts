// Contract: every tool has the tier of the specification, and each mode asks for what it should.
import { expect, test } from "bun:test";
import { approvalPolicy } from "../services/approval/approval-policy.ts";
import { tools } from "./index.gen.ts";

const TIERS: Readonly<Record<string, readonly string[]>> = {
  read: "read search find ast_grep ask calc irc job recall retain reflect render_mermaid inspect_image todo_write resolve yield checkpoint rewind web_search search_tool_bm25 report_finding".split(
    " ",
  ),
  write: "edit write ast_edit generate_image".split(" "),
  exec: "bash eval browser ssh task recipe".split(" "),
};
/** Arguments where a tier depends on them. */
const ARGUMENTS: Readonly<Record<string, object>> = {
  bash: { command: "ls" },
  recipe: { op: "test" },
  edit: { input: "" },
  write: { path: "a.txt", content: "" },
  ast_edit: { ops: [], paths: ["a.ts"] },
};

for (const [folder, load] of Object.entries(tools)) {
  const name = folder.replaceAll("-", "_");
  const tier = Object.keys(TIERS).find((candidate) => TIERS[candidate]?.includes(name));
  if (tier === undefined) continue;
  test(`${name} is ${tier}`, async () => {
    const { default: tool } = await load();
    const approval = await tool.approval(ARGUMENTS[name] ?? {});
    expect(approval.tier).toBe(tier as typeof approval.tier);
    const verdicts = (["always-ask", "write", "yolo"] as const).map(async (mode) => {
      const decide = approvalPolicy(mode, {});
      return decide({ tool, callId: "1", args: {}, approval }, new AbortController().signal);
    });
    const asked = (await Promise.all(verdicts)).map(({ verdict }) => verdict === "ask");
    expect(asked).toEqual([tier !== "read", tier === "exec", false]);
  });
}
