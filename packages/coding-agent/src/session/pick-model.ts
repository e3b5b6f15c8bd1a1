// Which model a launch means, and the way to it and its siblings: found among what can be used, or the demo
// model where nothing can.
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { missingKeyMessage } from "../services/deployment.ts";
import { keyFinder, type KeyQuestion } from "../services/find-key.ts";
import { ModelAccess } from "../services/model-access.ts";
import { chooseModel } from "../services/model-registry.ts";
import { modelSources, openStore } from "../services/model-sources.ts";
import type { ModelDirectory } from "./choices.ts";
import type { Launch } from "./launch.ts";

/** The model of a launch. */
export interface PickedModel {
  readonly model: Model;
  readonly models: ModelDirectory;
  readonly access: ModelAccess;
}

const DEMO_NAME = `${DEMO_MODEL.provider}/${DEMO_MODEL.id}`;

/** True for models that answer without a network. */
export const isLocal = ({ api }: Model): boolean => api === DEMO_MODEL.api;

/** Picks the model. Throws UserError when the one that was named cannot be used. */
export async function pickModel(
  launch: Launch,
  roles: Readonly<Record<string, string>>,
  host: Host,
): Promise<PickedModel> {
  if (launch.model === DEMO_NAME) return demoModel();
  const store = await openStore(host);
  const { home, choice } = await chooseModel(
    { ...(await modelSources(host, store)), hasFlagKey: launch.apiKey !== undefined },
    { model: launch.model, provider: launch.provider, roles },
  );
  if (!choice.ok) {
    if (launch.model === undefined) return demoModel();
    const near = choice.suggestions.slice(0, 3).join(", ");
    const hint = near === "" ? "" : ` Did you mean ${near}?`;
    throw new UserError(`Model "${launch.model}" not found: ${choice.problem}.${hint}`, "error");
  }
  const { model } = choice;
  const { registry } = home;
  const findKey = keysByProvider(
    (provider) => ({ provider, flag: launch.apiKey, store, access: registry.access(provider) }),
    host,
  );
  const key = await findKey(model);
  if (!key.ok) throw new UserError(missingKeyMessage(model.provider, key.looked), "noCredentials");
  const available = registry.models.filter(({ provider }) => home.hasCredentials(provider));
  const isBearer = ({ provider }: Model): boolean => registry.access(provider)?.authHeader === true;
  return {
    model,
    models: { available: () => available, find: registry.find },
    access: new ModelAccess({ env: host.env, store, findKey, isBearer, isLocal }),
  };
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
    return (await finder)();
  };
}

function demoModel(): PickedModel {
  const findKey = async (): Promise<KeyResult> => ({ ok: true, key: "", source: "not-needed" });
  return {
    model: DEMO_MODEL,
    models: { available: () => [DEMO_MODEL], find: () => undefined },
    access: new ModelAccess({ env: {}, store: undefined, findKey, isBearer: () => false, isLocal }),
  };
}
