// The composition root: the one file that names everything. Builds a session out of the host, the
// settings, a model, tools and a log.
import { systemClock } from "@oh-my-pi/pi-agent-core/clock";
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { preconnect } from "@oh-my-pi/pi-ai/preconnect";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import { TOUR_METADATA } from "@oh-my-pi/pi-ai/tour-script";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { join } from "node:path";
import { agentPaths } from "./platform/agent-paths.ts";
import { childEnvironment } from "./platform/child-environment.ts";
import type { Host } from "./platform/host.ts";
import { systemPrompt } from "./prompts/system-prompt.ts";
import { ApprovalDesk } from "./services/approval/approval-desk.ts";
import { approvalPolicy } from "./services/approval/approval-policy.ts";
import * as approvalSettings from "./services/approval/settings.ts";
import { commandRunnerNeed } from "./services/command-runner.ts";
import { createFileServices } from "./services/file-services.ts";
import { editModeLayers } from "./services/files/edit-mode.ts";
import * as fileSettings from "./services/files/settings.ts";
import * as modelSettings from "./services/settings.ts";
import { ShellRunner } from "./services/shell-runner.ts";
import { defaultToolNames } from "./services/tool-discovery/default-tools.ts";
import * as toolSettings from "./services/tool-discovery/settings.ts";
import { hasTaskFile } from "./services/tool-discovery/task-files.ts";
import { createToolServices } from "./services/tool-services.ts";
import { createTourProject } from "./services/tour-project.ts";
import { createWorkspace, workspaceNeed } from "./services/workspace.ts";
import { openLaunchLog, withSavedModel } from "./session/launch-log.ts";
import type { Launch } from "./session/launch.ts";
import type { SessionLog } from "./session/log/session-log.ts";
import { isLocal, pickModel } from "./session/pick-model.ts";
import { Session } from "./session/session.ts";
import * as sessionSettings from "./session/settings.ts";
import type { Layer } from "./settings/layers.ts";
import type { Setting } from "./settings/setting.ts";
import { loadSettings, type Settings } from "./settings/settings.ts";
import { tools as toolLoaders } from "./tools/index.gen.ts";

/** Every declared setting. */
export const DECLARED: readonly Setting[] = [
  ...Object.values(approvalSettings),
  ...Object.values(modelSettings),
  ...Object.values(fileSettings),
  ...Object.values(sessionSettings),
  ...Object.values(toolSettings),
];

/** A session that is ready, and what its user should hear first. */
export interface Assembled {
  readonly session: Session;
  readonly settings: Settings;
  readonly notes: readonly string[];
  readonly desk: ApprovalDesk;
  /** The scratch project, when the demo model gives its tour. */
  readonly tourDirectory: string | undefined;
}

/** Builds a session. Throws UserError for what the user can put right. */
export async function createSession(wish: Launch, host: Host): Promise<Assembled> {
  const settings = await settingsOf(host, wish.overrides);
  const roles = settings.get(modelSettings.modelRoles);
  const { model, models, access } = await pickModel(withSavedModel(wish, host), roles, host);
  const isTour = isLocal(model) && wish.isInteractive === true;
  const launch = isTour ? { ...wish, cwd: createTourProject(host.tmp) } : wish;
  const tools = await loadTools(toolNames(launch, settings), settings.get(fileSettings.editMode));
  const notes = settings.notes.map(({ source, problem }) => `${source}: ${problem}`);
  notes.push(...unknownToolNotes(launch.tools));
  const log = openLaunchLog(launch, host, agentPaths(host), (note) => notes.push(note));
  const deployment = await access.prepare(model);
  // A run that was given its message asks at once; one that waits for a person opens nothing yet.
  if (deployment !== undefined && wish.isInteractive !== true) preconnect(deployment);
  const runner = createRunner(launch, host);
  const desk = new ApprovalDesk();
  const session = new Session({
    log,
    models,
    settings,
    tools,
    rotation: access,
    stream: access.stream,
    initial: {
      model,
      thinkingLevel: effortFor(model, launch, settings) ?? "off",
      isModelNamed: launch.model !== undefined,
      isThinkingNamed: launch.thinking !== undefined,
    },
    clock: { ...systemClock, now: host.now },
    requestOptions: {
      sessionId: launch.providerSessionId ?? log.header.id,
      ...samplingFrom(settings),
      ...(isTour && { metadata: { ...TOUR_METADATA, paceMs: String(TOUR_PACE_MS) } }),
    },
    system: systemSegments(launch, host, tools),
    toolHost: createToolHost({
      policy: approvalPolicy(
        settings.get(approvalSettings.approvalMode),
        settings.get(approvalSettings.toolApproval),
      ),
      provide: provider(launch, host, runner, settings, log),
      // Where nobody can be asked, the host refuses by itself and says so.
      ...(launch.isInteractive && { ask: (question, signal) => desk.ask(question, signal) }),
      output: { limit: OUTPUT_LIMIT },
    }),
    hasTitles: launch.isInteractive === true && launch.isUntitled !== true && !isTour,
    onDefect: (defect) => void defect,
    onClose: () => runner[Symbol.asyncDispose](),
  });
  return { session, settings, notes, desk, tourDirectory: isTour ? launch.cwd : undefined };
}

/** The settings in force; no project's are read before projects can be trusted. */
export function settingsOf(host: Host, overrides: readonly Layer[] = []): Promise<Settings> {
  return loadSettings({
    declared: DECLARED,
    globalFile: agentPaths(host).configFile,
    projectFiles: [],
    overrides: [...editModeLayers(host.env), ...overrides],
    platform: host.platform,
  });
}

/** Pause between the words of the demo model, so that people can follow. */
const TOUR_PACE_MS = 12;
const OUTPUT_LIMIT = { maxBytes: 50 * 1024, maxLines: 3000 };

function systemSegments(launch: Launch, host: Host, tools: readonly Tool[]): string[] {
  return systemPrompt({
    cwd: launch.cwd,
    platform: host.platform,
    hasTools: tools.length > 0,
    contextFiles: [],
    ...(launch.systemPrompt !== undefined && { replacement: launch.systemPrompt }),
    ...(launch.appendSystemPrompt !== undefined && { appendix: launch.appendSystemPrompt }),
  });
}

/** Tools that take another form with each edit mode export all of them. */
type EditTools = Readonly<Record<fileSettings.EditMode, Tool>>;

async function loadTools(names: readonly string[], mode: fileSettings.EditMode): Promise<Tool[]> {
  const loaders = [...TOOL_LOADERS].filter(([name]) => names.includes(name));
  return Promise.all(
    loaders.map(async ([, load]) => {
      const loaded: { default: Tool; byEditMode?: EditTools } = await load();
      return loaded.byEditMode?.[mode] ?? loaded.default;
    }),
  );
}

/** By the names that models see; folders have dashes where those have underscores. */
const TOOL_LOADERS = new Map(
  Object.entries(toolLoaders).map(([folder, load]) => [folder.replaceAll("-", "_"), load] as const),
);

function toolNames(launch: Launch, settings: Settings): readonly string[] {
  if (launch.tools !== undefined) return launch.tools;
  return defaultToolNames([...TOOL_LOADERS.keys()], {
    get: (setting) => settings.get(setting),
    canAsk: false,
    hasTaskFile: hasTaskFile(launch.cwd),
  });
}

function unknownToolNotes(names: readonly string[] = []): string[] {
  const known = [...TOOL_LOADERS.keys()];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `--tools: there is no tool "${name}"; there are ${known.join(", ")}.`);
}

/** The shell of a session; keys of model providers are none of its business. */
function createRunner(launch: Launch, host: Host): ShellRunner {
  const secrets = new Set(listProviders().flatMap((known) => known.env));
  return new ShellRunner({ cwd: launch.cwd, env: childEnvironment(host.env, secrets) });
}

function provider(
  launch: Launch,
  host: Host,
  runner: ShellRunner,
  settings: Settings,
  log: SessionLog,
): (need: Need<unknown>) => unknown {
  const workspace = createWorkspace(launch.cwd, host.home);
  const sessionFolder = log.file?.replace(/\.jsonl$/, "");
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    [commandRunnerNeed.name, runner],
    ...createToolServices({ sessionFolder }),
    ...createFileServices({
      workspace,
      settings,
      sessionFolder,
      scratchFolder: join(host.tmp, `omp-${log.header.id}`),
      fetcher: fetch,
    }),
  ]);
  return (need) => bound.get(need.name);
}

function effortFor(model: Model, launch: Launch, settings: Settings) {
  if (!model.reasoning || launch.thinking === "off") return undefined;
  return launch.thinking ?? settings.get(modelSettings.defaultThinkingLevel);
}

function samplingFrom(settings: Settings): Pick<RequestOptions, "sampling"> {
  const { temperature, topP, topK, minP, presencePenalty, repetitionPenalty } = modelSettings;
  const given = Object.entries({
    temperature,
    topP,
    topK,
    minP,
    presencePenalty,
    repetitionPenalty,
  })
    .map(([name, setting]) => [name, settings.get(setting)] as const)
    .filter(([, value]) => value !== -1);
  return given.length === 0 ? {} : { sampling: Object.fromEntries(given) };
}
