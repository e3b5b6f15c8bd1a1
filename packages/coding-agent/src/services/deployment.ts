// How a model is reached in this run: its address, and the key of each request as it is at that moment. Clouds
// with ways of their own are loaded when a model of theirs is asked.
import type { HttpRequest } from "@oh-my-pi/pi-ai/deployment";
import { deploymentFor } from "@oh-my-pi/pi-ai/deployment-for";
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import { proxyFor } from "@oh-my-pi/pi-ai/proxy";
import { loadProvider } from "@oh-my-pi/pi-catalog/load-provider";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Provider } from "@oh-my-pi/pi-catalog/provider";
import { baseUrlFor, fillUrl } from "@oh-my-pi/pi-catalog/provider-url";
import { isOn, type Machine } from "./deployments/machine.ts";
import { foundKey, type Way, type WaySources, withHeaders } from "./deployments/way.ts";

/** The way to a model. */
export async function wayTo(model: Model, sources: WaySources): Promise<Way> {
  const { machine } = sources;
  const provider = await loadProvider(model.provider);
  if (isOnVertex(provider)) {
    const { vertexWay } = await import("./deployments/vertex-way.ts");
    // The catalogue's own address has holes, which this way fills by itself.
    const own = model.baseUrl.includes("{") ? undefined : model.baseUrl;
    return vertexWay(model, own, sources);
  }
  const baseUrl = addressOf(model, provider, machine.env);
  if (model.api === "bedrock-converse-stream") {
    const { bedrockWay } = await import("./deployments/bedrock-way.ts");
    return bedrockWay(model, baseUrl, sources);
  }
  if (model.api === "azure-openai-responses") {
    const { azureWay } = await import("./deployments/azure-way.ts");
    return azureWay(plainWay(model, baseUrl, sources), machine);
  }
  if (model.api === "openai-codex-responses") {
    const { codexWay } = await import("./deployments/codex-way.ts");
    return codexWay(plainWay(model, baseUrl, sources), sources.socketPolicy ?? "off", machine);
  }
  if (!isThroughGateway(provider, machine)) return plainWay(model, baseUrl, sources);
  const { foundryWay } = await import("./deployments/foundry-way.ts");
  return foundryWay(plainWay(model, baseUrl, { ...sources, isBearer: true }), machine);
}

function isOnVertex(provider: Provider | undefined): boolean {
  return provider?.baseUrl.endsWith("-aiplatform.googleapis.com") === true;
}

/** One of the provider's other modes is switched on. */
function isThroughGateway(provider: Provider | undefined, { env }: Machine): boolean {
  return provider?.modes?.some((mode) => isOn(env[mode.switch])) === true;
}

function plainWay(model: Model, baseUrl: string, sources: WaySources): Way {
  const proxy = proxyFor(baseUrl, sources.machine.env);
  return {
    deployment: {
      baseUrl,
      ...(proxy !== undefined && { proxy }),
      sign: (request) => withKey(request, { ...model, baseUrl }, sources),
    },
  };
}

function addressOf(model: Model, provider: Provider | undefined, env: Machine["env"]): string {
  if (provider === undefined) return model.baseUrl;
  const template = model.baseUrl === provider.baseUrl ? baseUrlFor(provider, env) : model.baseUrl;
  const filled = fillUrl(template, provider, env);
  if (filled.ok) return filled.url;
  const names = filled.missing.map((hole) => hole.env.join(" or ") || hole.name);
  throw new ProviderError({
    kind: "invalid-request",
    message: `The address of ${model.provider} is incomplete; set ${names.join(", ")}.`,
    retryable: false,
  });
}

async function withKey(
  request: HttpRequest,
  model: Model,
  { findKey, isBearer = false }: WaySources,
): Promise<HttpRequest> {
  const found = await foundKey(model.provider, findKey);
  if (found.key === "") return request;
  const isLogin = found.source === "stored-login";
  const { headers = {}, query = {} } = deploymentFor(model, { key: found.key, isLogin, isBearer });
  return {
    ...request,
    url: withQuery(request.url, query),
    headers: withHeaders(request.headers, headers),
  };
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  if (Object.keys(query).length === 0) return url;
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
