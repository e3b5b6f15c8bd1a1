// A real session in this process: a real file, the real loop and wire formats, a fake model server and a clock
// that stands still. Tests only.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";
import { compactHistory } from "@oh-my-pi/pi-ai/compact-history";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { createFakeClock, type FakeClock } from "@oh-my-pi/pi-testkit/clock";
import { type FakeModels, startFakeModels } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { CredentialRotation } from "../../services/credential-rotation.ts";
import type { Setting } from "../../settings/setting.ts";
import type { InitialChoices } from "../choices.ts";
import { openSessionLog } from "../log/open-log.ts";
import type { SessionParts } from "../session-parts.ts";
import { Session } from "../session.ts";
import type { SessionEvent } from "../session-event.ts";
import type { SessionTools } from "../session-tools.ts";
import { ToolShelf } from "../tool-shelf.ts";
import { RIG_TOOLS } from "./rig-tools.ts";

export interface RigOptions {
  readonly contextWindow?: number;
  /** Values of settings, by key. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly rotation?: CredentialRotation;
  readonly hasTitles?: boolean;
  readonly compactionHooks?: NonNullable<SessionParts["summing"]>["hooks"];
  /** The prompt as it would be made at each opening. */
  readonly prompt?: () => SessionParts["prompt"];
  /** Instead of the two tools that every rig has. */
  readonly tools?: SessionTools;
  /** Changes to every model, such as another wire format. */
  readonly model?: Partial<Model>;
  /** Further models, by id and window. */
  readonly others?: Readonly<Record<string, number>>;
  readonly telemetry?: SessionParts["telemetry"];
}

/** Everything a test of sessions needs. */
export interface SessionRig extends AsyncDisposable {
  readonly session: Session;
  readonly models: FakeModels;
  readonly clock: FakeClock;
  readonly events: readonly SessionEvent[];
  /** Events of these kinds, in order. */
  eventsOf<Type extends SessionEvent["type"]>(
    ...types: Type[]
  ): Extract<SessionEvent, { type: Type }>[];
  /** Closes the session and opens its file again. */
  reopen(initial?: Partial<InitialChoices>): Promise<Session>;
}

const SYSTEM = ["You are a test.", "Working directory: /w"];

/** Sets everything up; disposing closes the session and stops the server. */
export function createRig(options: RigOptions = {}): SessionRig {
  const workspace = createWorkspace();
  const models = startFakeModels();
  const clock = createFakeClock();
  const events: SessionEvent[] = [];
  const defects: unknown[] = [];
  const open = (initial: Partial<InitialChoices> = {}): Session => {
    const opened = openRigSession({ workspace, models, clock, options, initial, defects });
    opened.on((event) => events.push(event));
    return opened;
  };
  let session = open();
  return {
    get session() {
      return session;
    },
    models,
    clock,
    events,
    eventsOf: <Type extends SessionEvent["type"]>(...types: Type[]) =>
      events.filter((event): event is Extract<SessionEvent, { type: Type }> =>
        types.some((type) => type === event.type),
      ),
    async reopen(initial) {
      await session.close();
      session = open(initial);
      return session;
    },
    async [Symbol.asyncDispose]() {
      await using _workspace = workspace;
      await using _models = models;
      await session.close();
      if (defects.length > 0) throw defects[0];
    },
  };
}

interface RigParts {
  readonly workspace: Workspace;
  readonly models: FakeModels;
  readonly clock: FakeClock;
  readonly options: RigOptions;
  readonly initial: Partial<InitialChoices>;
  readonly defects: unknown[];
}

function openRigSession(parts: RigParts): Session {
  const { workspace, models, clock, options, initial, defects } = parts;
  const { contextWindow = 200_000, others = {}, settings = {} } = options;
  const all = Object.entries({ m: contextWindow, ...others }).map(([id, window]) => ({
    ...fakeModel(id, window, models.url),
    ...options.model,
  }));
  const deployment = { baseUrl: models.url };
  const quiet: Clock = {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal).catch(() => undefined),
  };
  return new Session({
    log: openSessionLog({
      file: workspace.at("session.jsonl"),
      cwd: "/w",
      platform: process.platform,
      now: () => clock.now(),
    }),
    initial: { model: all[0]!, thinkingLevel: "off", ...initial },
    models: {
      available: () => all,
      find: (provider, id) => all.find((model) => model.provider === provider && model.id === id),
    },
    rotation: options.rotation ?? { rotate: async () => false },
    prompt: options.prompt?.() ?? { segments: SYSTEM },
    tools: options.tools ?? {
      shelf: new ToolShelf(RIG_TOOLS),
      host: createToolHost({ policy: allowAll }),
    },
    stream: (request, { signal }) => streamChat(request, { signal, deployment }),
    requestOptions: { sessionId: "s" },
    settings: {
      get: <Value>(setting: Setting<Value>): Value =>
        (setting.key in settings ? settings[setting.key] : setting.fallback) as Value,
    },
    clock: quiet,
    telemetry: options.telemetry,
    summing: {
      fetcher: fetch,
      hooks: options.compactionHooks ?? {},
      compactRemotely: (request, call) => compactHistory(request, { ...call, deployment }),
    },
    random: () => 0,
    hasTitles: options.hasTitles === true,
    onDefect: (defect) => defects.push(defect),
  });
}

function fakeModel(id: string, contextWindow: number, baseUrl: string): Model {
  return {
    id,
    name: id,
    api: "anthropic-messages",
    provider: "fake",
    baseUrl,
    reasoning: true,
    input: ["text"],
    cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    maxTokens: 1000,
  };
}
