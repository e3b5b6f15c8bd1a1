// Tools that a session has but does not offer yet, and how they are offered: by appending, never by changing what
// was sent.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { DiscoverableTool } from "./tool-search.ts";
import type { DiscoveryMode } from "./settings.ts";

/** What a session lets a search do; the session binds it. */
export interface ToolActivation {
  readonly mode: DiscoveryMode;
  /** What may be found now: inactive tools of MCP servers, in mode `all` built-in ones too. */
  candidates(): readonly DiscoverableTool[];
  /** Names activated so far, by this search or earlier ones. */
  active(): readonly string[];
  /** Appends tools for the rest of the session; gives the names that are there now. */
  activate(names: readonly string[]): Promise<readonly string[]>;
}

/** The tool that finds tools declares this need. */
export const toolActivationNeed = defineNeed<ToolActivation>("tool-activation");

/** Built-in tools that a search may find: all but the essential and internal ones, without the active ones. */
export function discoverableTools(
  tools: readonly Tool[],
  active: readonly string[],
): DiscoverableTool[] {
  return tools
    .filter(({ name, traits }) => {
      const isMadeForIt = traits.loadMode !== "essential" && traits.hidden !== true;
      return isMadeForIt && !active.includes(name);
    })
    .map(({ name, label, description, spec }) => ({
      name,
      label,
      summary: description,
      schemaKeys: Object.keys((spec.parameters.properties ?? {}) as object),
    }));
}

/** For sessions whose tools never change. */
export const withoutActivation: ToolActivation = {
  get mode(): never {
    throw new ToolFailure("Tool discovery is unavailable in this session.");
  },
  candidates: () => [],
  active: () => [],
  activate: async () => [],
};
