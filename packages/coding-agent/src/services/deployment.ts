// How a model is reached in this run: its address, and the key of each request as it is at that moment.
import type { Deployment, HttpRequest } from "@oh-my-pi/pi-ai/deployment";
import { deploymentFor } from "@oh-my-pi/pi-ai/deployment-for";
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import { loadProvider } from "@oh-my-pi/pi-catalog/load-provider";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { baseUrlFor, fillUrl } from "@oh-my-pi/pi-catalog/provider-url";

type Env = Readonly<Record<string, string | undefined>>;

/** What a deployment is made from. */
export interface DeploymentSources {
  readonly env: Env;
  /** Asked before every request. */
  readonly findKey: () => Promise<KeyResult>;
  /** Carry the key as a bearer token whatever the wire format's custom. */
  readonly isBearer?: boolean | undefined;
}

/** The deployment of a model. */
export async function deploymentOf(model: Model, sources: DeploymentSources): Promise<Deployment> {
  const baseUrl = await addressOf(model, sources.env);
  return { baseUrl, sign: (request) => withKey(request, { ...model, baseUrl }, sources) };
}

/** Says in one sentence what to do when no key was found. */
export function missingKeyMessage(provider: string, looked: readonly string[]): string {
  return `No API key for ${provider}. Looked in: ${looked.join(", ")}. Set one of them, run omp auth add ${provider}, or pass --api-key.`;
}

async function addressOf(model: Model, env: Env): Promise<string> {
  const provider = await loadProvider(model.provider);
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
  { findKey, isBearer = false }: DeploymentSources,
): Promise<HttpRequest> {
  const found = await findKey();
  if (!found.ok) {
    throw new ProviderError({
      kind: "auth",
      message: missingKeyMessage(model.provider, found.looked),
      retryable: false,
    });
  }
  if (found.key === "") return request;
  const isLogin = found.source === "stored-login";
  const { headers = {}, query = {} } = deploymentFor(model, { key: found.key, isLogin, isBearer });
  return {
    ...request,
    url: withQuery(request.url, query),
    headers: withHeaders(request.headers, headers),
  };
}

/** What the user wrote into a model's headers stays; lists of features are joined. */
function withHeaders(
  own: HttpRequest["headers"],
  added: HttpRequest["headers"],
): HttpRequest["headers"] {
  const joined = Object.entries(added).map(([name, value]) => {
    const before = own[name];
    return [name, before === undefined || before === value ? value : `${before},${value}`] as const;
  });
  const lists = joined.filter(([name]) => name === "anthropic-beta");
  return { ...added, ...own, ...Object.fromEntries(lists) };
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  if (Object.keys(query).length === 0) return url;
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
