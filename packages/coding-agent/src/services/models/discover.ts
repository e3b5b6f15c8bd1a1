// Asks local servers for their models, all at once and not for long. What their answers mean is known by the
// catalog; a server that is not there offers nothing.
import { discoverLlamaCpp } from "@oh-my-pi/pi-catalog/discovery/llama-cpp";
import type { Discovery } from "@oh-my-pi/pi-catalog/discovery/discovered";
import { discoverLmStudio } from "@oh-my-pi/pi-catalog/discovery/lm-studio";
import { discoverOllama, ollamaNames } from "@oh-my-pi/pi-catalog/discovery/ollama";
import { discoverOpenAiModels } from "@oh-my-pi/pi-catalog/discovery/openai-models";
import { openAiBaseUrl, serverRoot } from "@oh-my-pi/pi-catalog/discovery/discovered";
import type { DiscoveryTarget } from "@oh-my-pi/pi-catalog/implicit-discovery";
import type { Model } from "@oh-my-pi/pi-catalog/model";

/** What one server said. */
export interface Discovered {
  readonly target: DiscoveryTarget;
  /** False when nobody answered. */
  readonly isThere: boolean;
  readonly models: readonly Model[];
  /** Why an answer could not be used. */
  readonly problem?: string;
}

export interface DiscoverOptions {
  /** For all questions to one server together. */
  readonly timeoutMs: number;
  /** Sent to servers that want a key. */
  readonly keyOf?: (provider: string) => string | undefined;
}

/** How long a server on this machine may take before it counts as absent. */
export const DISCOVERY_TIMEOUT_MS = 300;
const MAX_ANSWER_BYTES = 4 << 20;
/** Ollama is asked about each model on its own. */
const MAX_SHOWN = 100;

/** Asks every server; never throws for what a server does. */
export async function discoverModels(
  targets: readonly DiscoveryTarget[],
  options: DiscoverOptions,
): Promise<Discovered[]> {
  return Promise.all(targets.map((target) => discoverOne(target, options)));
}

async function discoverOne(
  target: DiscoveryTarget,
  { timeoutMs, keyOf }: DiscoverOptions,
): Promise<Discovered> {
  const key = keyOf?.(target.provider);
  const server = new LocalServer(
    AbortSignal.timeout(timeoutMs),
    key === undefined ? {} : { authorization: `Bearer ${key}` },
  );
  const { models, problem } = await ASK[target.type](target, server);
  const isThere = server.hasAnswered;
  return {
    target,
    isThere,
    models: models.map(({ model }) => model),
    ...(isThere && problem !== undefined && { problem }),
  };
}

type Ask = (target: DiscoveryTarget, server: LocalServer) => Promise<Discovery>;

const ASK: Readonly<Record<DiscoveryTarget["type"], Ask>> = {
  ollama: async (target, server) => {
    const root = serverRoot(target.baseUrl);
    const [tags, ps] = await Promise.all([
      server.get(`${root}/api/tags`),
      server.get(`${root}/api/ps`),
    ]);
    const names = ollamaNames(tags).slice(0, MAX_SHOWN);
    const shows = await Promise.all(
      names.map(
        async (name) => [name, await server.post(`${root}/api/show`, { model: name })] as const,
      ),
    );
    return discoverOllama({ tags, ps, shows: new Map(shows) }, target);
  },
  "llama.cpp": async (target, server) => {
    const root = serverRoot(target.baseUrl);
    const [models, props] = await Promise.all([
      server.get(`${root}/v1/models`),
      server.get(`${root}/props`),
    ]);
    return discoverLlamaCpp({ models, props }, target);
  },
  "lm-studio": async (target, server) => {
    const [native, models] = await Promise.all([
      server.get(`${serverRoot(target.baseUrl)}/api/v0/models`),
      server.get(`${openAiBaseUrl(target.baseUrl)}/models`),
    ]);
    return discoverLmStudio({ native, models }, target);
  },
  "openai-models": async (target, server) =>
    discoverOpenAiModels(await server.get(`${openAiBaseUrl(target.baseUrl)}/models`), target),
};

/** One server for as long as it is asked: JSON or undefined comes back. */
class LocalServer {
  readonly #signal: AbortSignal;
  readonly #headers: Readonly<Record<string, string>>;
  hasAnswered = false;

  constructor(signal: AbortSignal, headers: Readonly<Record<string, string>>) {
    this.#signal = signal;
    this.#headers = headers;
  }

  get(url: string): Promise<unknown> {
    return this.#ask(url, { headers: this.#headers });
  }

  post(url: string, body: unknown): Promise<unknown> {
    const headers = { "content-type": "application/json", ...this.#headers };
    return this.#ask(url, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async #ask(url: string, init: RequestInit): Promise<unknown> {
    try {
      const response = await fetch(url, { ...init, redirect: "error", signal: this.#signal });
      this.hasAnswered = true;
      if (!response.ok || Number(response.headers.get("content-length")) > MAX_ANSWER_BYTES)
        return undefined;
      const text = await response.text();
      return text.length > MAX_ANSWER_BYTES ? undefined : JSON.parse(text);
    } catch {
      // Nobody listens, too slow, or no JSON: the caller sees that there is no answer.
      return undefined;
    }
  }
}
