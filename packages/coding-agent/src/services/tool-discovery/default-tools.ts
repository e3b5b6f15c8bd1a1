// Which built-in tools a session starts with when nobody names them. The one place that knows; tools do not.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Setting } from "../../settings/setting.ts";
import * as search from "../search/settings.ts";
import { inspectImageEnabled } from "../files/settings.ts";
import { asyncEnabled, autoBackgroundEnabled } from "../shell/settings.ts";
import * as settings from "./settings.ts";

/** What decides whether a tool is there from the start. */
interface Situation {
  readonly get: <Value>(setting: Setting<Value>) => Value;
  /** Somebody can answer questions. */
  readonly canAsk: boolean;
  /** The project has a file that names tasks. */
  readonly hasTaskFile: boolean;
}

type Condition = (situation: Situation) => boolean;

const ifOn =
  (setting: Setting<boolean>): Condition =>
  ({ get }) =>
    get(setting);

/** Tools that are not always there; every other one is. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  search: ifOn(search.searchEnabled),
  find: ifOn(search.findEnabled),
  ast_grep: ifOn(search.astGrepEnabled),
  ast_edit: ifOn(search.astEditEnabled),
  todo_write: ifOn(settings.todoEnabled),
  calc: ifOn(settings.calcEnabled),
  render_mermaid: ifOn(settings.renderMermaidEnabled),
  inspect_image: ifOn(inspectImageEnabled),
  checkpoint: ifOn(settings.checkpointEnabled),
  rewind: ifOn(settings.checkpointEnabled),
  recipe: ({ get, hasTaskFile }) => hasTaskFile && get(settings.recipeEnabled),
  ask: ({ canAsk }) => canAsk,
  job: ({ get }) => get(asyncEnabled) || get(autoBackgroundEnabled),
  search_tool_bm25: ({ get }) => discoveryModeOf(get) !== "off",
};

/** The names, of all known ones, that a session starts with. */
export function defaultToolNames(known: readonly string[], situation: Situation): string[] {
  return known.filter((name) => CONDITIONS[name]?.(situation) ?? true);
}

/** Tools that discovery mode `all` leaves in sight when nobody names others. */
const ESSENTIAL = ["read", "bash", "edit"];

/** Of the tools that a session has: those offered from the start, and those that a search must find. */
export function splitByDiscovery(
  tools: readonly Tool[],
  get: Situation["get"],
): { readonly offered: Tool[]; readonly hidden: Tool[] } {
  if (discoveryModeOf(get) !== "all") return { offered: [...tools], hidden: [] };
  const named = get(settings.essentialOverride);
  const essential = named.length > 0 ? named : ESSENTIAL;
  const isOffered = ({ name, traits }: Tool): boolean =>
    essential.includes(name) || traits.hidden === true || traits.loadMode === "essential";
  const { offered = [], hidden = [] } = Object.groupBy(tools, (tool) =>
    isOffered(tool) ? "offered" : "hidden",
  );
  return { offered, hidden };
}

/** The discovery mode in force: the older switch for MCP tools still counts. */
export function discoveryModeOf(get: Situation["get"]): settings.DiscoveryMode {
  const mode = get(settings.discoveryMode);
  return mode === "off" && get(settings.mcpDiscoveryMode) ? "mcp-only" : mode;
}
