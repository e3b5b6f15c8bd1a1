// What the log keeps of the MCP servers that an editor names for a session: enough to know them again. Values of
// variables and headers are secrets and stay out of it; the editor sends them each time it opens the session.
import type { McpServer } from "@agentclientprotocol/sdk";
import type { NewEntry } from "../../session/log/entry.ts";

/** `customType` of the entry. */
const MCP_SERVERS_TYPE = "acp.mcpServers";

/** The entry for these servers. */
export function mcpServersEntry(servers: readonly McpServer[]): NewEntry {
  return { type: "custom", customType: MCP_SERVERS_TYPE, data: { servers: servers.map(named) } };
}

function named(server: McpServer): object {
  if ("url" in server) {
    const { type, name, url, headers } = server;
    return { type, name, url, headers: headers.map((header) => header.name) };
  }
  const { name, command, args, env } = server;
  return { type: "stdio", name, command, args, env: env.map((variable) => variable.name) };
}
