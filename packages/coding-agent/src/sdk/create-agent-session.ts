// Makes a session inside the caller's process: the same assembly as the command line, told by options instead of
// flags. Keeps nothing of its own, so that any number of sessions stand beside each other.
import { UserError } from "../platform/exit-codes.ts";
import { HostBridge } from "../services/host-bridge/host-bridge.ts";
import { hostDialogs } from "../services/host-bridge/host-dialogs.ts";
import type { EmbeddedParts } from "../session/embedded.ts";
import type { Launch } from "../session/launch.ts";
import { SessionHolder } from "../session/session-holder.ts";
import { AgentSession } from "./agent-session.ts";
import { embeddedProviders } from "./custom-provider.ts";
import { type CustomToolContext, toTools } from "./custom-tool.ts";
import type { CreateAgentSessionOptions } from "./options.ts";
import { hostAt } from "./place.ts";
import { Settings, type SettingValues } from "./settings.ts";
import { SessionManager } from "./session-manager.ts";

/** A session that is ready. */
export interface CreateAgentSessionResult {
  readonly session: AgentSession;
  /** What a user should hear: settings without effect, a session that cannot be saved. */
  readonly notes: readonly string[];
}

/** Makes a session. Throws UserError for what the caller can put right. */
export async function createAgentSession(
  options: CreateAgentSessionOptions = {},
): Promise<CreateAgentSessionResult> {
  const { createSession } = await import("../assemble.ts");
  const manager = options.sessionManager ?? SessionManager.create();
  const host = hostAt({ ...options, cwd: options.cwd ?? manager.cwd });
  const { cwd } = host;
  // Tools are there before the session is.
  const made: { session?: AgentSession } = {};
  const context = (): CustomToolContext => {
    const { session: own } = made;
    if (own === undefined) throw new Error("The session is not there yet.");
    const { model, sessionId } = own;
    return { cwd, model, sessionId, abort: () => void own.abort() };
  };
  const isInteractive = options.interactive === true;
  const bridge = new HostBridge();
  const dialogs = options.ui === "host" ? hostDialogs(bridge.calls) : options.ui;
  const overrides = valuesOf(options.settings);
  const launch: Launch = {
    ...(await manager.choose(cwd, host)),
    cwd,
    model: options.model,
    apiKey: options.apiKey,
    thinking: options.thinkingLevel,
    tools: options.toolNames,
    dialogs,
    askTrust: options.askTrust,
    isProjectIgnored: options.ignoreProject === true,
    isInteractive,
    isUntitled: true,
    hostBridge: bridge,
    overrides: [{ name: "override", source: SETTINGS, values: overrides }],
    embedded: await embeddedParts(options, context),
  };
  const assembled = await createSession(launch, host, {
    canAsk: isInteractive || dialogs !== undefined,
  });
  const wrong = assembled.settings.notes.find(({ source }) => source === SETTINGS);
  const session = AgentSession.over({
    holder: new SessionHolder(assembled),
    host,
    bridge,
    overrides,
  });
  made.session = session;
  if (wrong !== undefined) {
    await session.dispose();
    throw new UserError(`settings: ${wrong.key}: ${wrong.problem}`);
  }
  return { session, notes: assembled.notes };
}

const SETTINGS = "settings";

function valuesOf(settings: CreateAgentSessionOptions["settings"] = {}): SettingValues {
  return settings instanceof Settings ? settings.overrides : settings;
}

async function embeddedParts(
  options: CreateAgentSessionOptions,
  context: () => CustomToolContext,
): Promise<EmbeddedParts> {
  const { builtInToolNames } = await import("../assemble/tool-set.ts");
  const { customTools = [], toolNames, contextFiles, systemPrompt, streamFn, onDefect } = options;
  const shapePrompt = typeof systemPrompt === "function" ? systemPrompt : () => systemPrompt ?? [];
  return {
    ...(await embeddedProviders(options.providers ?? {})),
    tools: toTools(customTools, toolNames ?? builtInToolNames(), context),
    ...(contextFiles && { contextFiles }),
    ...(systemPrompt && { shapePrompt }),
    ...(streamFn && { wrapStream: (next) => (request, call) => streamFn(request, call, next) }),
    ...(onDefect && { onDefect }),
  };
}
