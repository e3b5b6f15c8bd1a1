// Which tools a session has, and how they are loaded. Knows nothing of what they do.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Host } from "../platform/host.ts";
import { timed } from "../platform/timing.ts";
import { defaultToolNames } from "../services/tool-discovery/default-tools.ts";
import { hasTaskFile } from "../services/tool-discovery/task-files.ts";
import type { LiveCapabilities } from "../services/tool-prompts/live-capabilities.ts";
import type { Launch } from "../session/launch.ts";
import type { Settings } from "../settings/settings.ts";
import { tools as toolLoaders } from "../tools/index.gen.ts";
import { hasTerminals } from "./shell-services.ts";

/** What a tool's module exports: the tool, and how its form follows from what the session can do if it has several. */
interface ToolModule {
  readonly default: Tool;
  readonly choose?: (live: LiveCapabilities) => Tool;
}

/** The tools of a session: those that were asked for, or the usual ones. */
export function toolsFor(wish: ToolWish): Promise<Tool[]> {
  const { launch, host, settings } = wish;
  return loadTools(toolNames(wish), settings, { hasTerminals: hasTerminals(launch, host) });
}

interface ToolWish {
  readonly launch: Launch;
  readonly host: Host;
  readonly settings: Settings;
  /** Somebody answers the questions of `ask`. */
  readonly canAsk: boolean;
}

/** Loads the named tools, in the forms that fit the session. */
export async function loadTools(
  names: readonly string[],
  settings: Pick<Settings, "get">,
  { hasTerminals = false }: Partial<LiveCapabilities> = {},
): Promise<Tool[]> {
  const live: LiveCapabilities = { get: (setting) => settings.get(setting), hasTerminals };
  const loaders = [...TOOL_LOADERS].filter(([name]) => names.includes(name));
  const loadOne = async (load: () => Promise<ToolModule>): Promise<Tool> => {
    const loaded = await load();
    return loaded.choose?.(live) ?? loaded.default;
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

function toolNames({ launch, settings, canAsk }: ToolWish): readonly string[] {
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
