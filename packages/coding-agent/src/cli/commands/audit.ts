// `omp audit`: every decision about a tool call on this machine, and whether somebody has changed what was written.
import { join } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import { readAudit, verifyAudit } from "../../services/audit/audit-log.ts";
import {
  type CliCommand,
  type CommandCall,
  JSON_FLAG,
  jsonText,
  unknownAction,
} from "../command.ts";
import { alignRows, timeText } from "../table.ts";

const SHOWN = 50;

export default {
  summary: "what tool calls were allowed, and by whom",
  forms: [
    ["audit show [count]", "the newest decisions (50)"],
    ["audit verify", "check that nothing was changed, taken out or put in"],
  ],
  examples: [
    ["omp audit", "what was decided last"],
    ["omp audit show 500 | grep denied", "what was refused"],
    ["omp audit verify && echo untouched", "for a script that checks"],
  ],
  maxWords: 2,
  flags: [JSON_FLAG],
  run,
} satisfies CliCommand;

async function run({ args, host, output }: CommandCall): Promise<ExitName> {
  const [action = "show", given] = args.words;
  const folder = join(agentPaths(host).agentDir, "audit");
  const isJson = args.flags.has("json");
  if (action === "verify" && given === undefined) {
    const check = verifyAudit(folder);
    const text = check.ok ? wholeText(check) : `The audit was tampered with: ${check.problem}.\n`;
    output.out.write(isJson ? jsonText(check) : text);
    return check.ok ? "ok" : "error";
  }
  const count = given === undefined ? SHOWN : Number(given);
  if (action === "verify") throw new UserError("omp audit verify takes no number.");
  if (action !== "show") throw unknownAction("audit", action, ["show", "verify"]);
  if (!Number.isInteger(count) || count < 1)
    throw new UserError(`"${given}" is no number of decisions; give one from 1 on.`);
  const lines = readAudit(folder, count);
  const rows = lines.map(({ time, verdict, tool, origin, target }) => [
    timeText(time),
    verdict,
    tool,
    origin,
    oneLine(target),
  ]);
  const heading = ["when (UTC)", "decision", "tool", "asked by", "what"];
  const text =
    rows.length === 0 ? "No tool call was decided about yet.\n" : alignRows([heading, ...rows]);
  output.out.write(isJson ? jsonText(lines) : text);
  return "ok";
}

function wholeText({ lines, files }: { readonly lines: number; readonly files: number }): string {
  const decisions = `${lines} ${lines === 1 ? "decision" : "decisions"}`;
  return `The chain is whole: ${decisions} in ${files} ${files === 1 ? "file" : "files"}.\n`;
}

/** Commands are foreign text: nothing of them may reach a terminal but what can be seen. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, " ").slice(0, 160);
}
