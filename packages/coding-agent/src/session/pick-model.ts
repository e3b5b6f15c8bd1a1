// Which model a launch means, and the way to it and its siblings: found among what can be used, or the demo
// model where nothing can.
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import type { InitialChoice } from "@oh-my-pi/pi-catalog/initial-model";
import type { Model, ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { asUserError } from "../services/as-user-error.ts";
import type { KimiFormat } from "../services/deployments/kimi-code.ts";
import { type Machine, machineOf } from "../services/deployments/machine.ts";
import { missingKeyMessage, type SocketPolicy } from "../services/deployments/way.ts";
import { keyFinder, type KeyQuestion } from "../services/find-key.ts";
import { ModelAccess } from "../services/model-access.ts";
import { chooseModel, loadUsableModels } from "../services/model-registry.ts";
import { modelSources, StoredCredentials } from "../services/model-sources.ts";
import { LiveModels } from "../services/models/live-models.ts";
import type { ModelPreferences } from "../services/models/model-preferences.ts";
import type { ModelDirectory } from "./choices.ts";
import type { Launch } from "./launch.ts";

/** The model of a launch. */
export interface PickedModel {
  readonly model: Model;
  /** How hard it shall think, where its name says so. */
  readonly thinkingLevel?: ThinkingLevel;
  readonly models: ModelDirectory;
  readonly access: ModelAccess;
  /** What the user should hear of their models. */
  readonly notes: readonly string[];
}

/** What is wanted of models by settings. */
interface PickSettings {
  readonly roles: Readonly<Record<string, string>>;
  readonly preferences: ModelPreferences;
  readonly kimiFormat: KimiFormat;
  readonly socketPolicy: SocketPolicy;
}

const DEMO_NAME = `${DEMO_MODEL.provider}/${DEMO_MODEL.id}`;

const DEMO_CHOICE = { model: DEMO_MODEL, thinkingLevel: undefined, notes: [] } as const;
const NO_KEY = { ok: true, key: "", source: "not-needed" } as const;

/** True for models that answer without a network. */
export const isLocal = ({ api }: Model): boolean => api === DEMO_MODEL.api;

/** Picks the model. Throws UserError when the one that was named cannot be used. */
export async function pickModel(
  launch: Launch,
  { roles, preferences, kimiFormat, socketPolicy }: PickSettings,
  host: Host,
): Promise<PickedModel> {
  if (launch.model === DEMO_NAME) return demoModel(machineOf(host));
  const credentials = await StoredCredentials.open(host);
  const hasFlagKey = launch.apiKey !== undefined;
  const { providers: embedded = {}, protocols = {} } = launch.embedded ?? {};
  const sources = {
    ...modelSources(host, credentials.store, preferences),
    hasFlagKey,
    registered: embedded,
  };
  const wish = { model: launch.model, provider: launch.provider, roles };
  const { home, choice } = await chooseModel(sources, wish);
  const isNamed = launch.model !== undefined || launch.provider !== undefined;
  if (!choice.ok && isNamed) throw notFound(launch, choice);
  const { model, thinkingLevel, notes } = choice.ok ? choice : DEMO_CHOICE;
  const models = new LiveModels(home, async ({ asksServers, discovered, registered }) => {
    await credentials.look();
    return loadUsableModels(
      { ...sources, store: credentials.store, registered: { ...embedded, ...registered } },
      asksServers ? undefined : discovered,
    );
  });
  const sessionId = launch.providerSessionId ?? launch.sessionFile ?? crypto.randomUUID();
  const findKey = keysByProvider((provider) => {
    const access = models.access(provider);
    return { provider, flag: launch.apiKey, store: credentials.store, access, sessionId };
  }, host);
  const key = isLocal(model) ? NO_KEY : await asUserError(findKey(model));
  if (!key.ok) throw new UserError(missingKeyMessage(model.provider, key.looked), "noCredentials");
  const isBearer = ({ provider }: Model): boolean => models.access(provider)?.authHeader === true;
  return {
    model,
    ...(thinkingLevel && { thinkingLevel }),
    models: choice.ok ? models : withDemo(models),
    access: new ModelAccess({
      machine: machineOf(host),
      get store() {
        return credentials.store;
      },
      kimiFormat,
      socketPolicy,
      ...(choice.ok && { firstKey: key.key }),
      findKey,
      isBearer,
      isLocal: (asked) => isLocal(asked) || Object.hasOwn(protocols, asked.api),
      protocols,
    }),
    notes: [...home.notes, ...notes],
  };
}

function notFound({ model, provider }: Launch, choice: InitialChoice & { ok: false }): UserError {
  const near = choice.suggestions.slice(0, 3).join(", ");
  const hint = near === "" ? "" : ` Did you mean ${near}?`;
  const name = model ?? `${provider}/`;
  return new UserError(`Model "${name}" not found: ${choice.problem}.${hint}`, "error");
}

/** Finds keys of any provider; each provider's finder is made once, so that its command runs once. */
function keysByProvider(
  question: (provider: string) => KeyQuestion,
  host: Host,
): (model: Model) => Promise<KeyResult> {
  const finders = new Map<string, ReturnType<typeof keyFinder>>();
  return async ({ provider }) => {
    let finder = finders.get(provider);
    if (finder === undefined) {
      finder = keyFinder(question(provider), host);
      finders.set(provider, finder);
    }
    const found = await (await finder)();
    // One may be stored before the next question.
    if (!found.ok) finders.delete(provider);
    return found;
  };
}

/** Where nothing can be used, the demo model can; a key that comes later brings others. */
function withDemo(models: LiveModels): ModelDirectory {
  return {
    available: () => {
      const usable = models.available();
      return usable.length === 0 ? [DEMO_MODEL] : usable;
    },
    scoped: () => models.scoped(),
    find: (provider, id) => models.find(provider, id),
    roleModels: (...asked) => models.roleModels(...asked),
    canonical: () => models.canonical(),
    load: () => models.load(),
    refresh: () => models.refresh(),
    onChange: (listener) => models.onChange(listener),
  };
}

function demoModel(machine: Machine): PickedModel {
  const findKey = async (): Promise<KeyResult> => NO_KEY;
  return {
    model: DEMO_MODEL,
    models: { available: () => [DEMO_MODEL], find: () => undefined },
    notes: [],
    access: new ModelAccess({ machine, store: undefined, findKey, isBearer: () => false, isLocal }),
  };
}
