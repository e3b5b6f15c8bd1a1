// The composition root: the one file that names everything. Builds a session out of the host, the
// settings, a model, tools and a log.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { systemClock } from "@oh-my-pi/pi-agent-core/clock";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { ConfigValues } from "@oh-my-pi/pi-ai/config-value";
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import { type KeyResult, resolveKey } from "@oh-my-pi/pi-ai/resolve-key";
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
import { runShellCommand } from "./platform/run-command.ts";
import { systemPrompt } from "./prompts/system-prompt.ts";
import { approvalPolicy } from "./services/approval/approval-policy.ts";
import * as approvalSettings from "./services/approval/settings.ts";
import { commandRunnerNeed } from "./services/command-runner.ts";
import { missingKeyMessage } from "./services/deployment.ts";
import { ModelAccess } from "./services/model-access.ts";
import { chooseModel, type ModelHome } from "./services/model-registry.ts";
import * as modelSettings from "./services/settings.ts";
import { createTourProject } from "./services/tour-project.ts";
import { createWorkspace, workspaceNeed } from "./services/workspace.ts";
import type { Launch } from "./session/launch.ts";
import { BlobStore } from "./session/log/blob-store.ts";
import { newSessionId, sessionFileName } from "./session/log/entry-id.ts";
import { createSessionLog } from "./session/log/open-log.ts";
import type { ModelDirectory } from "./session/choices.ts";
import { Session } from "./session/session.ts";
import * as sessionSettings from "./session/settings.ts";
import { loadSettings, type Settings } from "./settings/settings.ts";
import type { Setting } from "./settings/setting.ts";
import { tools as toolLoaders } from "./tools/index.gen.ts";

/** Every declared setting. */
export const DECLARED: readonly Setting[] = [
  ...Object.values(approvalSettings),
  ...Object.values(modelSettings),
  ...Object.values(sessionSettings),
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
  const settings = await loadSettings({
    declared: DECLARED,
    globalFile: paths.configFile,
    projectFiles: [],
    overrides: [],
    platform: host.platform,
  });
  const { model, models, access } = await pickModel(wish, host, paths, settings);
  const isTour = model.api === DEMO_MODEL.api && wish.isInteractive === true;
  const launch = isTour ? { ...wish, cwd: createTourProject(host.tmp) } : wish;
  const tools = await loadTools(launch.tools);
  const log = openLog(launch, host, paths);
  const requestOptions: RequestOptions = {
    sessionId: log.header.id,
    ...samplingFrom(settings),
    ...(isTour && { metadata: { ...TOUR_METADATA, paceMs: String(TOUR_PACE_MS) } }),
  };
  await access.prepare(model);
  const session = new Session({
    log,
    initial: {
      model,
      thinkingLevel: effortFor(model, launch, settings) ?? "off",
      isModelNamed: launch.model !== undefined,
      isThinkingNamed: launch.thinking !== undefined,
    },
    models,
    rotation: access,
    settings,
    clock: { ...systemClock, now: host.now },
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
      provide: provider(launch, host),
      output: { limit: OUTPUT_LIMIT },
    }),
    stream: access.stream,
    hasTitles: launch.isInteractive === true && !isTour,
    onDefect: (defect) => void defect,
  });
  const notes = settings.notes.map(({ source, problem }) => `${source}: ${problem}`);
  return { session, settings, notes, tourDirectory: isTour ? launch.cwd : undefined };
}

/** Pause between the words of the demo model, so that people can follow. */
const TOUR_PACE_MS = 12;
const OUTPUT_LIMIT = { maxBytes: 50 * 1024, maxLines: 3000 };

interface ChosenModel {
  readonly model: Model;
  readonly models: ModelDirectory;
  readonly access: ModelAccess;
}

async function pickModel(
  launch: Launch,
  host: Host,
  paths: AgentPaths,
  settings: Settings,
): Promise<ChosenModel> {
  if (launch.model === DEMO_NAME) return demoModel();
  const store = await openStore(paths, host);
  const roles = settings.get(modelSettings.modelRoles);
  const hasFlagKey = launch.apiKey !== undefined;
  const { home, choice } = await chooseModel(
    { env: host.env, modelsFile: paths.modelsFile, store, hasFlagKey },
    { model: launch.model, provider: launch.provider, roles },
  );
  if (!choice.ok) {
    if (launch.model === undefined) return demoModel();
    const near = choice.suggestions.slice(0, 3).join(", ");
    const hint = near === "" ? "" : ` Did you mean ${near}?`;
    throw new UserError(`Model "${launch.model}" not found: ${choice.problem}.${hint}`, "error");
  }
  const { model } = choice;
  const findKey = keyFinder(launch, host, home, store);
  const key = await findKey(model);
  if (!key.ok) throw new UserError(missingKeyMessage(model.provider, key.looked), "noCredentials");
  const { registry } = home;
  const available = registry.models.filter(({ provider }) => home.hasCredentials(provider));
  return {
    model,
    models: { available: () => available, find: registry.find },
    access: new ModelAccess({ env: host.env, store, findKey, isLocal }),
  };
}

/** SQLite is loaded only where there is something stored. */
async function openStore(paths: AgentPaths, host: Host): Promise<CredentialStore | undefined> {
  if (!existsSync(paths.database)) return undefined;
  const { openCredentialStore } = await import("@oh-my-pi/pi-ai/credential-store");
  return openCredentialStore(paths.database, host.now);
}

function demoModel(): ChosenModel {
  const findKey = async (): Promise<KeyResult> => ({ ok: true, key: "", source: "not-needed" });
  return {
    model: DEMO_MODEL,
    models: { available: () => [DEMO_MODEL], find: () => undefined },
    access: new ModelAccess({ env: {}, store: undefined, findKey, isLocal }),
  };
}

const isLocal = ({ api }: Model): boolean => api === DEMO_MODEL.api;

const DEMO_NAME = `${DEMO_MODEL.provider}/${DEMO_MODEL.id}`;

function keyFinder(
  launch: Launch,
  host: Host,
  home: ModelHome,
  store: CredentialStore | undefined,
): (model: Model) => Promise<KeyResult> {
  const values = new ConfigValues({ env: host.env, runCommand: async () => undefined });
  return ({ provider }) => {
    const summary = listProviders().find((known) => known.id === provider);
    const access = home.registry.access(provider);
    return resolveKey({
      provider,
      flag: launch.apiKey,
      store,
      env: host.env,
      envKeys: summary?.env ?? [],
      configured: access?.apiKey,
      values,
      isKeyless: access?.auth === "none" || summary?.auth.includes("none") === true,
      now: host.now,
    });
  };
}

async function loadTools(names: readonly string[] | undefined): Promise<Tool[]> {
  const loaders = Object.entries(toolLoaders).filter(
    ([name]) => names === undefined || names.includes(name),
  );
  return Promise.all(loaders.map(async ([, load]) => (await load()).default));
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

function provider(launch: Launch, host: Host): (need: Need<unknown>) => unknown {
  const secrets = new Set(listProviders().flatMap((known) => known.env));
  const env = childEnvironment(host.env, secrets);
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, createWorkspace(launch.cwd, host.home)],
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
