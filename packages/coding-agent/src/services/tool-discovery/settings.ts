// Settings that say which built-in tools a session has and how hidden ones are found.
import {
  booleanSetting,
  choiceSetting,
  listSetting,
  type Setting,
} from "../../settings/setting.ts";

function toolSwitch(key: string, isOn: boolean, what: string): Setting<boolean> {
  return booleanSetting(key, { default: isOn, doc: `Offer ${what}.`, project: "free" });
}

export const todoEnabled = toolSwitch("todo.enabled", true, "the to-do list");
export const recipeEnabled = toolSwitch("recipe.enabled", true, "the project's tasks as a tool");
export const calcEnabled = toolSwitch("calc.enabled", false, "the calculator");
export const renderMermaidEnabled = toolSwitch(
  "renderMermaid.enabled",
  false,
  "diagrams drawn as text",
);
export const checkpointEnabled = toolSwitch(
  "checkpoint.enabled",
  false,
  "checkpoints that an investigation can be rewound to",
);

const isName = (value: unknown): value is string => typeof value === "string";

const DISCOVERY_MODES = ["off", "mcp-only", "all"] as const;
/** Which hidden tools a search may find. */
export type DiscoveryMode = (typeof DISCOVERY_MODES)[number];

export const discoveryMode = choiceSetting("tools.discoveryMode", DISCOVERY_MODES, {
  default: "off",
  doc: "Which tools stay hidden until a search finds them: none, those of MCP servers, or all but the essential ones.",
  project: "free",
});

export const essentialOverride = listSetting("tools.essentialOverride", isName, {
  default: [],
  doc: "Tools that are there from the start when tools.discoveryMode is all; empty for read, bash and edit.",
  project: "free",
});

export const mcpDiscoveryMode = booleanSetting("mcp.discoveryMode", {
  default: false,
  doc: "Hide tools of MCP servers until a search finds them; older form of tools.discoveryMode.",
  project: "free",
});
