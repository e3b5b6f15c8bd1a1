// The composition root: the one file that names everything. Builds a session out of the host, the
// settings, a model, tools and a log.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { ConfigValues } from "@oh-my-pi/pi-ai/config-value";
import { openCredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import { type KeyResult, resolveKey } from "@oh-my-pi/pi-ai/resolve-key";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentPaths, agentPaths, sessionDirName } from "./platform/agent-paths.ts";
import { childEnvironment } from "./platform/child-environment.ts";
import { UserError } from "./platform/exit-codes.ts";
import type { Host } from "./platform/host.ts";
import { runShellCommand } from "./platform/run-command.ts";
import { systemPrompt } from "./prompts/system-prompt.ts";
import { approvalPolicy } from "./services/approval/approval-policy.ts";
import * as approvalSettings from "./services/approval/settings.ts";
import { commandRunnerNeed } from "./services/command-runner.ts";
import { createFileServices } from "./services/file-services.ts";
import { editModeLayers } from "./services/files/edit-mode.ts";
import * as fileSettings from "./services/files/settings.ts";
import { deploymentOf, missingKeyMessage } from "./services/deployment.ts";
import { loadModelHome, type ModelHome } from "./services/model-registry.ts";
import * as modelSettings from "./services/settings.ts";
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
}

/** Builds a session. Throws UserError for what the user can put right. */
export async function createSession(launch: Launch, host: Host): Promise<Assembled> {
  const paths = agentPaths(host);
  const settings = await loadSettings({
    declared: DECLARED,
    globalFile: paths.configFile,
    projectFiles: [],
    overrides: editModeLayers(host.env),
    platform: host.platform,
  });
  const { model, findKey } = await chooseModel(launch, host, paths, settings);
  const tools = await loadTools(launch.tools, settings.get(fileSettings.editMode));
  const log = openLog(launch, host, paths);
  log.append({ type: "model_change", model: `${model.provider}/${model.id}` });
  const effort = effortFor(model, launch, settings);
  log.append({ type: "thinking_level_change", thinkingLevel: effort ?? null });
  const requestOptions: RequestOptions = {
    sessionId: log.header.id,
    ...(effort !== undefined && { effort }),
    ...samplingFrom(settings),
  };
  const deployment =
    model.api === DEMO_MODEL.api ? undefined : await deploymentOf(model, host.env, findKey);
  const session = new Session({
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
      provide: provider(launch, host, settings, log),
      output: { limit: OUTPUT_LIMIT },
    }),
    stream: (request, { signal }) => streamChat(request, { signal, deployment }),
    now: host.now,
    onDefect: (defect) => void defect,
  });
  const notes = settings.notes.map(({ source, problem }) => `${source}: ${problem}`);
  return { session, settings, notes };
}

const OUTPUT_LIMIT = { maxBytes: 50 * 1024, maxLines: 3000 };

interface ChosenModel {
  readonly model: Model;
  readonly findKey: () => Promise<KeyResult>;
}

async function chooseModel(
  launch: Launch,
  host: Host,
  paths: AgentPaths,
  settings: Settings,
): Promise<ChosenModel> {
  const store = existsSync(paths.database)
    ? openCredentialStore(paths.database, host.now)
    : undefined;
  const wish = {
    model: launch.model,
    provider: launch.provider,
    roles: settings.get(modelSettings.modelRoles),
  };
  const home = await loadModelHome(
    { env: host.env, modelsFile: paths.modelsFile, store, hasFlagKey: launch.apiKey !== undefined },
    wish,
  );
  const isDemo = launch.model === DEMO_NAME;
  const choice = isDemo ? undefined : home.choose(wish);
  if (choice !== undefined && !choice.ok && launch.model !== undefined) {
    const near =
      choice.suggestions.length === 0
        ? ""
        : ` Did you mean ${choice.suggestions.slice(0, 3).join(", ")}?`;
    throw new UserError(`Model "${launch.model}" not found: ${choice.problem}.${near}`, "error");
  }
  if (choice === undefined || !choice.ok) {
    return {
      model: DEMO_MODEL,
      findKey: async () => ({ ok: true, key: "", source: "not-needed" }),
    };
  }
  const { model } = choice;
  const findKey = keyFinder(model, launch, host, home, store);
  const key = await findKey();
  if (!key.ok) throw new UserError(missingKeyMessage(model.provider, key.looked), "noCredentials");
  return { model, findKey };
}

const DEMO_NAME = `${DEMO_MODEL.provider}/${DEMO_MODEL.id}`;

function keyFinder(
  model: Model,
  launch: Launch,
  host: Host,
  home: ModelHome,
  store: ReturnType<typeof openCredentialStore> | undefined,
): () => Promise<KeyResult> {
  const summary = listProviders().find((known) => known.id === model.provider);
  const access = home.registry.access(model.provider);
  const values = new ConfigValues({ env: host.env, runCommand: async () => undefined });
  return () =>
    resolveKey({
      provider: model.provider,
      flag: launch.apiKey,
      store,
      env: host.env,
      envKeys: summary?.env ?? [],
      configured: access?.apiKey,
      values,
      isKeyless: access?.auth === "none" || summary?.auth.includes("none") === true,
      now: host.now,
    });
}

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

function provider(
  launch: Launch,
  host: Host,
  settings: Settings,
  log: SessionLog,
): (need: Need<unknown>) => unknown {
  const secrets = new Set(listProviders().flatMap((known) => known.env));
  const env = childEnvironment(host.env, secrets);
  const workspace = createWorkspace(launch.cwd, host.home);
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    ...createFileServices({
      workspace,
      settings,
      sessionFolder: log.file?.replace(/\.jsonl$/, ""),
      scratchFolder: join(host.tmp, `omp-${log.header.id}`),
      fetcher: fetch,
    }),
    [
      commandRunnerNeed.name,
      {
        run: (request: Parameters<typeof runShellCommand>[0], signal: AbortSignal) =>
          runShellCommand({ ...request, env: { ...env, ...request.env } }, signal),
      },
    ],
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
