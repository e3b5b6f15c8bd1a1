// Runs a call of `search_tool_bm25`: ranks what is hidden and activates the best of it.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { ToolActivation } from "../../services/tool-discovery/tool-activation.ts";
import { type ToolMatch, ToolSearch } from "../../services/tool-discovery/tool-search.ts";
import type { SearchToolArguments } from "./parameters.ts";

const DEFAULT_LIMIT = 8;
const DISABLED =
  "Tool discovery is disabled. Enable tools.discoveryMode or mcp.discoveryMode to use search_tool_bm25.";

export async function run(
  { needs: { tools } }: ToolContext<{ tools: ToolActivation }>,
  args: SearchToolArguments,
): Promise<{ content: string; details: object }> {
  if (tools.mode === "off") throw new ToolFailure(DISABLED);
  const query = args.query.trim();
  const limit = args.limit ?? DEFAULT_LIMIT;
  const search = new ToolSearch(tools.candidates());
  const found = search.find(query);
  if (found === undefined)
    throw new ToolFailure("Query must contain at least one letter or number.");
  const before = new Set(tools.active());
  const matches = found.filter(({ tool }) => !before.has(tool.name)).slice(0, limit);
  const names = matches.map(({ tool }) => tool.name);
  const activated = names.length === 0 ? [] : await tools.activate(names);
  const summary = { query, activated_tools: activated, match_count: matches.length };
  return {
    content: JSON.stringify({ ...summary, total_tools: search.size }),
    details: {
      query,
      limit,
      total_tools: search.size,
      activated_tools: activated,
      active_selected_tools: tools.active(),
      tools: matches.map(toDetail),
    },
  };
}

function toDetail({ tool, score }: ToolMatch): object {
  const { name, label, summary, serverName, mcpToolName, schemaKeys } = tool;
  return {
    name,
    label,
    description: summary,
    ...(serverName !== undefined && { server_name: serverName }),
    ...(mcpToolName !== undefined && { mcp_tool_name: mcpToolName }),
    schema_keys: schemaKeys,
    score: Number(score.toFixed(6)),
  };
}
