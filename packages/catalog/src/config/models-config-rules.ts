// What models.yml may say: known keys, their values, and what belongs together.
import { parseConfigValue } from "./config-value.ts";
import { openAiCompat } from "./compat-rules.ts";
import {
  flag,
  isRecord,
  listOf,
  object,
  oneOf,
  positiveInteger,
  price,
  recordOf,
  text,
  url,
  type Path,
  type Problem,
  type Rule,
} from "./rules.ts";

/** Wire formats that a provider in models.yml may speak; extensions may bring more. */
const CONFIG_APIS: readonly string[] = [
  "openai-completions",
  "openai-responses",
  "openai-codex-responses",
  "azure-openai-responses",
  "anthropic-messages",
  "google-generative-ai",
  "google-gemini-cli",
  "google-vertex",
  "bedrock-converse-stream",
  "ollama-chat",
];

/** Keys of which a provider without models of its own needs at least one. */
const OVERRIDE_KEYS = [
  "baseUrl",
  "headers",
  "compat",
  "disableStrictTools",
  "modelOverrides",
  "discovery",
];

const configValue: Rule = (value, path, found) => {
  const before = found.length;
  text(value, path, found);
  if (found.length > before || parseConfigValue(value as string) !== null) return;
  found.push({ path, problem: '"!" without a command', allowed: "!command, a variable or text" });
};

const headers = recordOf(configValue);

const providerId: Rule = (value, path, found) => {
  if (typeof value === "string" && /^[^\s/:]+$/.test(value)) return;
  const problem = "a provider id may hold no slash, colon or space";
  found.push({ path, problem, allowed: "an id such as my-provider" });
};

const selector: Rule = (value, path, found) => {
  if (typeof value === "string" && /^[^\s/]+\/\S+$/.test(value)) return;
  found.push({ path, problem: "not a concrete model", allowed: "provider/model-id" });
};

const prices = { input: price, output: price, cacheRead: price, cacheWrite: price };

const overrideFields: Readonly<Record<string, Rule>> = {
  name: text,
  reasoning: flag,
  input: listOf(oneOf(["text", "image"])),
  cost: object({
    ...prices,
    longContext: object({ ...prices, inputThreshold: positiveInteger }, ["inputThreshold"]),
  }),
  contextWindow: positiveInteger,
  maxTokens: positiveInteger,
  headers,
  compat: openAiCompat,
  contextPromotionTarget: text,
};

function providerFields(api: Rule): Rule {
  return object({
    baseUrl: url,
    apiKey: configValue,
    api,
    headers,
    authHeader: flag,
    auth: oneOf(["apiKey", "none", "oauth"]),
    discovery: object({ type: oneOf(["ollama", "llama.cpp", "lm-studio"]) }, ["type"]),
    modelOverrides: recordOf(object(overrideFields)),
    models: listOf(object({ ...overrideFields, id: text, api, baseUrl: url }, ["id"])),
    compat: openAiCompat,
    disableStrictTools: flag,
  });
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function checkWhole(
  provider: Readonly<Record<string, unknown>>,
  path: Path,
  found: Problem[],
): void {
  const need = (key: string, isThere: boolean, allowed: string): void => {
    if (!isThere) found.push({ path, problem: `"${key}" is missing`, allowed });
  };
  const models = Array.isArray(provider["models"]) ? (provider["models"] as unknown[]) : [];
  if (models.length === 0) {
    const isUseful = OVERRIDE_KEYS.some((key) => isSet(provider[key]));
    const allowed = `models, or at least one of ${OVERRIDE_KEYS.join(", ")}`;
    if (!isUseful) found.push({ path, problem: "the provider changes nothing", allowed });
  } else {
    need("baseUrl", isSet(provider["baseUrl"]), "a provider with models needs a baseUrl");
    const isKeyless = provider["auth"] === "none";
    const allowed = "a provider with models needs an apiKey, or auth: none";
    need("apiKey", isKeyless || isSet(provider["apiKey"]), allowed);
    checkModels(models, provider, path, found);
  }
  const hasApi = !isSet(provider["discovery"]) || isSet(provider["api"]);
  need("api", hasApi, "discovery needs the provider's api");
}

function checkModels(
  models: readonly unknown[],
  provider: Readonly<Record<string, unknown>>,
  path: Path,
  found: Problem[],
): void {
  const seen = new Set<unknown>();
  for (const [index, model] of models.entries()) {
    if (!isRecord(model)) continue;
    const at = [...path, "models", index];
    if (!isSet(provider["api"]) && !isSet(model["api"])) {
      const allowed = `the provider or the model needs an api: ${CONFIG_APIS.join(", ")}`;
      found.push({ path: at, problem: '"api" is missing', allowed });
    }
    if (isSet(model["id"]) && seen.has(model["id"])) {
      const problem = `the model "${String(model["id"])}" is defined twice`;
      found.push({ path: [...at, "id"], problem, allowed: "each id once" });
    }
    seen.add(model["id"]);
  }
}

/** Everything that is wrong with the content of models.yml. `extraApis` are formats of extensions. */
export function checkModelsConfig(value: unknown, extraApis: readonly string[] = []): Problem[] {
  const found: Problem[] = [];
  const fields = providerFields(oneOf([...CONFIG_APIS, ...extraApis]));
  const provider: Rule = (entry, path, problems) => {
    fields(entry, path, problems);
    if (isRecord(entry)) checkWhole(entry, path, problems);
  };
  const equivalence = object({
    overrides: recordOf(text, selector),
    exclude: listOf(selector),
  });
  object({ providers: recordOf(provider, providerId), equivalence })(value, [], found);
  return found;
}
