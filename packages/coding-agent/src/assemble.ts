// The composition root: the one file that names everything. Builds a session out of the host, the
// settings, a model, tools and a log.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import { preconnect } from "@oh-my-pi/pi-ai/preconnect";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { TOUR_METADATA } from "@oh-my-pi/pi-ai/tour-script";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Effort, Model } from "@oh-my-pi/pi-catalog/model";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { join } from "node:path";
import { type AgentPaths, agentPaths, sessionDirName } from "./platform/agent-paths.ts";
import { AppendFileError } from "./platform/append-file.ts";
import { childEnvironment } from "./platform/child-environment.ts";
import { UserError } from "./platform/exit-codes.ts";
import type { Host } from "./platform/host.ts";
import { systemPrompt } from "./prompts/system-prompt.ts";
import { approvalPolicy } from "./services/approval/approval-policy.ts";
import * as approvalSettings from "./services/approval/settings.ts";
import { commandRunnerNeed } from "./services/command-runner.ts";
import { deploymentOf, missingKeyMessage } from "./services/deployment.ts";
import { keyFinder } from "./services/find-key.ts";
import { chooseModel } from "./services/model-registry.ts";
import { modelSources, openStore } from "./services/model-sources.ts";
import * as modelSettings from "./services/settings.ts";
import { ShellRunner } from "./services/shell-runner.ts";
import { createTourProject } from "./services/tour-project.ts";
import { createWorkspace, workspaceNeed } from "./services/workspace.ts";
import type { Launch } from "./session/launch.ts";
import { BlobStore } from "./session/log/blob-store.ts";
import { newSessionId, sessionFileName } from "./session/log/entry-id.ts";
import { createSessionLog, openSessionLog } from "./session/log/open-log.ts";
import type { SessionLog } from "./session/log/session-log.ts";
import { Session } from "./session/session.ts";
import { foldPath } from "./session/state/fold.ts";
import { pathSettings } from "./session/state/settings-of-path.ts";
import { loadSettings, type Settings } from "./settings/settings.ts";
import type { Layer } from "./settings/layers.ts";
import type { Setting } from "./settings/setting.ts";
import { tools as toolLoaders } from "./tools/index.gen.ts";

/** Every declared setting. */
export const DECLARED: readonly Setting[] = [
  ...Object.values(approvalSettings),
  ...Object.values(modelSettings),
];

/** A session that is ready, and what its user should hear first. */
export interface Assembled {
  readonly session: Session;
  readonly settings: Settings;
  readonly notes: readonly string[];
  /** The scratch project, when the demo model gives its tour. */
  readonly tourDirectory: string | undefined;
}

/** Builds a session. Throws UserError for what the user can put right. */
export async function createSession(wish: Launch, host: Host): Promise<Assembled> {
  const paths = agentPaths(host);
  const settings = await settingsOf(host, wish.overrides);
  const { model, findKey, isBearer } = await pickModel(withSavedModel(wish, host), host, settings);
  const isTour = model.api === DEMO_MODEL.api && wish.isInteractive === true;
  const launch = isTour ? { ...wish, cwd: createTourProject(host.tmp) } : wish;
  const tools = await loadTools(launch.tools);
  const notes = settings.notes.map(({ source, problem }) => `${source}: ${problem}`);
  notes.push(...unknownToolNotes(launch.tools));
  const log = openLog(launch, host, paths, (note) => notes.push(note));
  const effort = effortFor(model, launch, settings);
  recordChoice(log, `${model.provider}/${model.id}`, effort);
  const requestOptions: RequestOptions = {
    sessionId: launch.providerSessionId ?? log.header.id,
    ...(effort !== undefined && { effort }),
    ...samplingFrom(settings),
    ...(isTour && { metadata: { ...TOUR_METADATA, paceMs: String(TOUR_PACE_MS) } }),
  };
  const deployment =
    model.api === DEMO_MODEL.api
      ? undefined
      : await deploymentOf(model, { env: host.env, findKey, isBearer });
  // A run that was given its message asks at once; one that waits for a person opens nothing yet.
  if (deployment !== undefined && wish.isInteractive !== true) preconnect(deployment);
  const runner = createRunner(launch, host);
  const session = new Session({
    onClose: () => runner[Symbol.asyncDispose](),
    log,
    model,
    tools,
    requestOptions,
    system: systemPrompt({
      cwd: launch.cwd,
      platform: host.platform,
      hasTools: tools.length > 0,
      contextFiles: [],
      ...(launch.systemPrompt !== undefined && { replacement: launch.systemPrompt }),
      ...(launch.appendSystemPrompt !== undefined && { appendix: launch.appendSystemPrompt }),
    }),
    toolHost: createToolHost({
      policy: approvalPolicy(
        settings.get(approvalSettings.approvalMode),
        settings.get(approvalSettings.toolApproval),
      ),
      provide: provider(launch, host, runner),
      output: { limit: OUTPUT_LIMIT },
    }),
    stream: (request, { signal }) => streamChat(request, { signal, deployment }),
    now: host.now,
    onDefect: (defect) => void defect,
  });
  return { session, settings, notes, tourDirectory: isTour ? launch.cwd : undefined };
}

/** The settings in force; no project's are read before projects can be trusted. */
export function settingsOf(host: Host, overrides: readonly Layer[] = []): Promise<Settings> {
  return loadSettings({
    declared: DECLARED,
    globalFile: agentPaths(host).configFile,
    projectFiles: [],
    overrides,
    platform: host.platform,
  });
}

/** Pause between the words of the demo model, so that people can follow. */
const TOUR_PACE_MS = 12;
const OUTPUT_LIMIT = { maxBytes: 50 * 1024, maxLines: 3000 };

interface ChosenModel {
  readonly model: Model;
  readonly findKey: () => Promise<KeyResult>;
  readonly isBearer?: boolean;
}

async function pickModel(launch: Launch, host: Host, settings: Settings): Promise<ChosenModel> {
  if (launch.model === DEMO_NAME) return DEMO;
  const store = await openStore(host);
  const roles = settings.get(modelSettings.modelRoles);
  const hasFlagKey = launch.apiKey !== undefined;
  const { home, choice } = await chooseModel(
    { ...(await modelSources(host, store)), hasFlagKey },
    { model: launch.model, provider: launch.provider, roles },
  );
  if (!choice.ok) {
    if (launch.model === undefined) return DEMO;
    const near = choice.suggestions.slice(0, 3).join(", ");
    const hint = near === "" ? "" : ` Did you mean ${near}?`;
    throw new UserError(`Model "${launch.model}" not found: ${choice.problem}.${hint}`, "error");
  }
  const { model } = choice;
  const access = home.registry.access(model.provider);
  const findKey = await keyFinder(
    { provider: model.provider, flag: launch.apiKey, store, access },
    host,
  );
  const key = await findKey();
  if (!key.ok) throw new UserError(missingKeyMessage(model.provider, key.looked), "noCredentials");
  return { model, findKey, isBearer: access?.authHeader === true };
}

const DEMO: ChosenModel = {
  model: DEMO_MODEL,
  findKey: async () => ({ ok: true, key: "", source: "not-needed" }),
};

const DEMO_NAME = `${DEMO_MODEL.provider}/${DEMO_MODEL.id}`;

async function loadTools(names: readonly string[] | undefined): Promise<Tool[]> {
  const loaders = Object.entries(toolLoaders).filter(
    ([name]) => names === undefined || names.includes(name),
  );
  return Promise.all(loaders.map(async ([, load]) => (await load()).default));
}

/** A session that is gone on with keeps its model unless another one is asked for. */
function withSavedModel(launch: Launch, host: Host): Launch {
  const { sessionFile, model, provider: ofProvider } = launch;
  if (sessionFile === undefined || model !== undefined || ofProvider !== undefined) return launch;
  const { cwd } = launch;
  const log = openAsked({ file: sessionFile, cwd, platform: host.platform, now: host.now });
  const saved = pathSettingsOf(log).models["default"];
  log.close();
  return saved === undefined ? launch : { ...launch, model: saved };
}

function unknownToolNotes(names: readonly string[] = []): string[] {
  const known = Object.keys(toolLoaders);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `--tools: there is no tool "${name}"; there are ${known.join(", ")}.`);
}

/** Opens the session that was asked for, or begins one; where it cannot be kept, the run goes on without. */
function openLog(
  launch: Launch,
  host: Host,
  paths: AgentPaths,
  note: (text: string) => void,
): SessionLog {
  const id = newSessionId();
  const folder = launch.sessionDir ?? join(paths.sessionsDir, sessionDirName(launch.cwd, host));
  const place = {
    cwd: launch.cwd,
    platform: host.platform,
    now: host.now,
    blobs: new BlobStore(paths.blobsDir),
  };
  const { sessionFile } = launch;
  if (sessionFile !== undefined) return openAsked({ ...place, file: sessionFile });
  if (launch.isEphemeral === true) return createSessionLog({ ...place, file: undefined }, { id });
  const file = join(folder, sessionFileName(id, new Date(host.now()).toISOString()));
  try {
    return createSessionLog({ ...place, file }, { id });
  } catch (error) {
    if (!(error instanceof AppendFileError)) throw error;
    note(`this session is not saved: ${error.message}`);
    return createSessionLog({ ...place, file: undefined }, { id });
  }
}

function openAsked(place: Parameters<typeof openSessionLog>[0]): SessionLog {
  try {
    return openSessionLog(place);
  } catch (error) {
    if (error instanceof AppendFileError) throw new UserError(error.message, "error");
    throw error;
  }
}

/** Writes down which model answers, unless the session says so already. */
function recordChoice(log: SessionLog, model: string, effort: Effort | undefined): void {
  const before = pathSettingsOf(log);
  if (before.models["default"] !== model) log.append({ type: "model_change", model });
  if (before.isNew || before.thinkingLevel !== (effort ?? "off"))
    log.append({ type: "thinking_level_change", thinkingLevel: effort ?? null });
}

function pathSettingsOf(log: SessionLog) {
  const entries = log.path().flatMap((ref) => log.read(ref) ?? []);
  return { ...foldPath(pathSettings, entries), isNew: entries.length === 0 };
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
): (need: Need<unknown>) => unknown {
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, createWorkspace(launch.cwd, host.home)],
    [commandRunnerNeed.name, runner],
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
