// Which tools a session has, and how they are loaded. Knows nothing of what they do.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { timed } from "../platform/timing.ts";
import { editMode, type EditMode } from "../services/files/settings.ts";
import { defaultToolNames } from "../services/tool-discovery/default-tools.ts";
import { hasTaskFile } from "../services/tool-discovery/task-files.ts";
import type { Launch } from "../session/launch.ts";
import type { Settings } from "../settings/settings.ts";
import { tools as toolLoaders } from "../tools/index.gen.ts";

/** Tools that take another form with each edit mode export all of them. */
type EditTools = Readonly<Record<EditMode, Tool>>;

/** What a tool's module exports: the tool, and how its form follows from settings if it has several. */
interface ToolModule {
  readonly default: Tool;
  readonly byEditMode?: EditTools;
  readonly choose?: (get: Settings["get"]) => Tool;
}

/** Loads the named tools, in the forms that the settings ask for. */
export async function loadTools(
  names: readonly string[],
  settings: Pick<Settings, "get">,
): Promise<Tool[]> {
  const get: Settings["get"] = (setting) => settings.get(setting);
  const mode = get(editMode);
  const loaders = [...TOOL_LOADERS].filter(([name]) => names.includes(name));
  const loadOne = async (load: () => Promise<ToolModule>): Promise<Tool> => {
    const loaded = await load();
    return loaded.choose?.(get) ?? loaded.byEditMode?.[mode] ?? loaded.default;
  };
  return timed("tools", () => Promise.all(loaders.map(([, load]) => loadOne(load))));
}

/** By the names that models see; folders have dashes where those have underscores. */
const TOOL_LOADERS = new Map(
  Object.entries(toolLoaders).map(([folder, load]) => [folder.replaceAll("-", "_"), load] as const),
);

/** All that ship with omp, by the names that models see. */
export function builtInToolNames(): readonly string[] {
  return [...TOOL_LOADERS.keys()];
}

/** The tools that were asked for, or the usual ones. */
export function toolNames(launch: Launch, settings: Settings, canAsk: boolean): readonly string[] {
  if (launch.tools !== undefined) return launch.tools;
  return defaultToolNames(builtInToolNames(), {
    get: (setting) => settings.get(setting),
    canAsk,
    hasTaskFile: hasTaskFile(launch.cwd),
  });
}

/** What to say of names that are no tools. */
export function unknownToolNotes(names: readonly string[] = []): string[] {
  const known = builtInToolNames();
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `--tools: there is no tool "${name}"; there are ${known.join(", ")}.`);
}
