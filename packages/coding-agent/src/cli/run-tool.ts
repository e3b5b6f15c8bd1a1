// One tool call outside a session: the same gate and the same settings as in one, its text on stdout. The
// person who typed the command is the approval; what their rules deny stays denied.
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { join } from "node:path";
import type { ExitName } from "../platform/exit-codes.ts";
import { approvalPolicy } from "../services/approval/approval-policy.ts";
import { toolApproval } from "../services/approval/settings.ts";
import { createFileServices } from "../services/file-services.ts";
import { createSearchEngines } from "../services/search/create-engines.ts";
import { createWorkspace, workspaceNeed } from "../services/workspace.ts";
import type { CommandCall } from "./command.ts";

/** Runs the call and prints what it gave; an error goes to stderr. */
export async function runTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { host, output, assembly }: CommandCall,
): Promise<ExitName> {
  const workspace = createWorkspace(host.cwd, host.home);
  const settings = await assembly.loadSettings(host);
  const services = createFileServices({
    workspace,
    settings,
    sessionFolder: undefined,
    scratchFolder: join(host.tmp, `omp-${crypto.randomUUID()}`),
    fetcher: fetch,
    engines: createSearchEngines(host, settings),
  });
  const bound = new Map<string, unknown>([[workspaceNeed.name, workspace], ...services]);
  const toolHost = createToolHost({
    policy: approvalPolicy("yolo", settings.get(toolApproval)),
    provide: (need) => bound.get(need.name),
    output: { limit: { maxBytes: Number.MAX_SAFE_INTEGER, maxLines: Number.MAX_SAFE_INTEGER } },
  });
  const call = { tool, name: tool.name, callId: "cli", args };
  const outcome = await toolHost.call(call, new AbortController().signal);
  const text = outcome.result.content
    .map((block) => (block.type === "text" ? block.text : `(${block.type})`))
    .join("\n");
  const line = text.endsWith("\n") ? text : `${text}\n`;
  if (outcome.isError) output.err.write(`omp: ${line}`);
  else output.out.write(line);
  return outcome.isError ? "error" : "ok";
}
