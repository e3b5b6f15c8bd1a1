// How a model is reached in this run: its address, and the key of each request as it is at that moment.
import type { Deployment, HttpRequest } from "@oh-my-pi/pi-ai/deployment";
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import { loadProvider } from "@oh-my-pi/pi-catalog/load-provider";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { baseUrlFor, fillUrl } from "@oh-my-pi/pi-catalog/provider-url";

type Env = Readonly<Record<string, string | undefined>>;

/** The deployment of a model; `findKey` is asked before every request. */
export async function deploymentOf(
  model: Model,
  env: Env,
  findKey: () => Promise<KeyResult>,
): Promise<Deployment> {
  return {
    baseUrl: await addressOf(model, env),
    sign: (request) => withKey(request, model, findKey),
  };
}

/** Says in one sentence what to do when no key was found. */
export function missingKeyMessage(provider: string, looked: readonly string[]): string {
  return `No API key for ${provider}. Looked in: ${looked.join(", ")}. Set one of them, or pass --api-key.`;
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
  findKey: () => Promise<KeyResult>,
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
  return { ...request, headers: { ...authHeaders(model.api, found), ...request.headers } };
}

function authHeaders(api: string, found: Extract<KeyResult, { ok: true }>): Record<string, string> {
  const isLogin = found.source === "stored-login";
  const style = isLogin ? undefined : KEY_HEADERS[api];
  return style === undefined ? { authorization: `Bearer ${found.key}` } : { [style]: found.key };
}

/** Wire formats that take their key in a header of their own. */
const KEY_HEADERS: Readonly<Record<string, string>> = {
  "anthropic-messages": "x-api-key",
  "google-generative-ai": "x-goog-api-key",
  "azure-openai-responses": "api-key",
};
