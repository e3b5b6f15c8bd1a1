// The composition root: the one file that names everything. Builds a session out of the host, the
// settings, a model, tools and a log.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import { preconnect } from "@oh-my-pi/pi-ai/preconnect";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { TOUR_METADATA } from "@oh-my-pi/pi-ai/tour-script";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentPaths, agentPaths, sessionDirName } from "./platform/agent-paths.ts";
import { childEnvironment } from "./platform/child-environment.ts";
import { UserError } from "./platform/exit-codes.ts";
import type { Host } from "./platform/host.ts";
import { systemPrompt } from "./prompts/system-prompt.ts";
import { ApprovalDesk } from "./services/approval/approval-desk.ts";
import { approvalPolicy } from "./services/approval/approval-policy.ts";
import * as approvalSettings from "./services/approval/settings.ts";
import { commandRunnerNeed } from "./services/command-runner.ts";
import { createFileServices } from "./services/file-services.ts";
import { editModeLayers } from "./services/files/edit-mode.ts";
import * as fileSettings from "./services/files/settings.ts";
import { deploymentOf, missingKeyMessage } from "./services/deployment.ts";
import { keyFinder } from "./services/find-key.ts";
import { chooseModel } from "./services/model-registry.ts";
import * as modelSettings from "./services/settings.ts";
import { ShellRunner } from "./services/shell-runner.ts";
import { createTourProject } from "./services/tour-project.ts";
import { createWorkspace, workspaceNeed } from "./services/workspace.ts";
import type { Launch } from "./session/launch.ts";
import { BlobStore } from "./session/log/blob-store.ts";
import { newSessionId, sessionFileName } from "./session/log/entry-id.ts";
import { createSessionLog } from "./session/log/open-log.ts";
import type { SessionLog } from "./session/log/session-log.ts";
import { Session } from "./session/session.ts";
import { loadSettings, type Settings } from "./settings/settings.ts";
import type { Setting } from "./settings/setting.ts";
import { tools as toolLoaders } from "./tools/index.gen.ts";

/** Every declared setting. */
export const DECLARED: readonly Setting[] = [
  ...Object.values(approvalSettings),
  ...Object.values(modelSettings),
  ...Object.values(fileSettings),
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
  const paths = agentPaths(host);
  const settings = await loadSettings({
    declared: DECLARED,
    globalFile: paths.configFile,
    projectFiles: [],
    overrides: editModeLayers(host.env),
    platform: host.platform,
  });
  const { model, findKey, isBearer } = await pickModel(wish, host, paths, settings);
  const isTour = model.api === DEMO_MODEL.api && wish.isInteractive === true;
  const launch = isTour ? { ...wish, cwd: createTourProject(host.tmp) } : wish;
  const tools = await loadTools(launch.tools, settings.get(fileSettings.editMode));
  const log = openLog(launch, host, paths);
  log.append({ type: "model_change", model: `${model.provider}/${model.id}` });
  const effort = effortFor(model, launch, settings);
  log.append({ type: "thinking_level_change", thinkingLevel: effort ?? null });
  const requestOptions: RequestOptions = {
    sessionId: log.header.id,
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
  const desk = new ApprovalDesk();
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
      provide: provider(launch, host, runner, settings, log),
      // Where nobody can be asked, the host refuses by itself and says so.
      ...(launch.isInteractive && { ask: (question, signal) => desk.ask(question, signal) }),
      output: { limit: OUTPUT_LIMIT },
    }),
    stream: (request, { signal }) => streamChat(request, { signal, deployment }),
    now: host.now,
    onDefect: (defect) => void defect,
  });
  const notes = settings.notes.map(({ source, problem }) => `${source}: ${problem}`);
  return { session, settings, notes, desk, tourDirectory: isTour ? launch.cwd : undefined };
}

/** Pause between the words of the demo model, so that people can follow. */
const TOUR_PACE_MS = 12;
const OUTPUT_LIMIT = { maxBytes: 50 * 1024, maxLines: 3000 };

interface ChosenModel {
  readonly model: Model;
  readonly findKey: () => Promise<KeyResult>;
  readonly isBearer?: boolean;
}

async function pickModel(
  launch: Launch,
  host: Host,
  paths: AgentPaths,
  settings: Settings,
): Promise<ChosenModel> {
  if (launch.model === DEMO_NAME) return DEMO;
  const store = await openStore(paths, host);
  const roles = settings.get(modelSettings.modelRoles);
  const hasFlagKey = launch.apiKey !== undefined;
  const { home, choice } = await chooseModel(
    { env: host.env, modelsFile: paths.modelsFile, store, hasFlagKey },
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

/** SQLite is loaded only where there is something stored. */
async function openStore(paths: AgentPaths, host: Host): Promise<CredentialStore | undefined> {
  if (!existsSync(paths.database)) return undefined;
  const { openCredentialStore } = await import("@oh-my-pi/pi-ai/credential-store");
  return openCredentialStore(paths.database, host.now);
}

const DEMO: ChosenModel = {
  model: DEMO_MODEL,
  findKey: async () => ({ ok: true, key: "", source: "not-needed" }),
};

const DEMO_NAME = `${DEMO_MODEL.provider}/${DEMO_MODEL.id}`;

/** Tools that take another form with each edit mode export all of them. */
type EditTools = Readonly<Record<fileSettings.EditMode, Tool>>;

async function loadTools(
  names: readonly string[] | undefined,
  mode: fileSettings.EditMode,
): Promise<Tool[]> {
  const loaders = Object.entries(toolLoaders).filter(
    ([name]) => names === undefined || names.includes(name),
  );
  return Promise.all(
    loaders.map(async ([, load]) => {
      const loaded: { default: Tool; byEditMode?: EditTools } = await load();
      return loaded.byEditMode?.[mode] ?? loaded.default;
    }),
  );
}

function openLog(launch: Launch, host: Host, paths: AgentPaths) {
  const id = newSessionId();
  const directory = launch.sessionDir ?? join(paths.sessionsDir, sessionDirName(launch.cwd, host));
  const name = sessionFileName(id, new Date(host.now()).toISOString());
  const place = {
    cwd: launch.cwd,
    platform: host.platform,
    now: host.now,
    blobs: new BlobStore(paths.blobsDir),
  };
  return createSessionLog(
    { ...place, file: launch.isEphemeral ? undefined : join(directory, name) },
    { id },
  );
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
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    [commandRunnerNeed.name, runner],
    ...createFileServices({
      workspace,
      settings,
      sessionFolder: log.file?.replace(/\.jsonl$/, ""),
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
