// The way to every model of a run: its address, its key at that moment, and another key when one is used up.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import type { Deployment } from "@oh-my-pi/pi-ai/deployment";
import type { AssistantMessageEvent, AssistantStream } from "@oh-my-pi/pi-ai/event";
import type { CompactedHistory } from "@oh-my-pi/pi-ai/protocol";
import type { LocalProtocol } from "@oh-my-pi/pi-ai/protocol-registry";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import { asUserError } from "./as-user-error.ts";
import type { CredentialRotation } from "./credential-rotation.ts";
import { wayTo } from "./deployment.ts";
import { inKimiFormat, type KimiFormat } from "./deployments/kimi-code.ts";
import type { Machine } from "./deployments/machine.ts";
import { streamTimeouts } from "./deployments/stream-timeouts.ts";
import type { SocketPolicy, Way } from "./deployments/way.ts";
import { withEnvironment } from "./request-environment.ts";

export interface ModelAccessParts {
  readonly machine: Machine;
  readonly store: CredentialStore | undefined;
  readonly kimiFormat?: KimiFormat;
  readonly socketPolicy?: SocketPolicy;
  /** The key that was found when the model was picked. */
  readonly firstKey?: string | undefined;
  readonly findKey: (model: Model) => Promise<KeyResult>;
  /** The user wants the key of this model's provider as a bearer token. */
  readonly isBearer: (model: Model) => boolean;
  /** True for models that answer without a network. */
  readonly isLocal: (model: Model) => boolean;
  /** Such models beyond the ones that ship with omp, by their `api`. */
  readonly protocols?: Readonly<Record<string, LocalProtocol>>;
}

/** Reaches models and changes credentials. */
export class ModelAccess implements CredentialRotation {
  readonly #parts: ModelAccessParts;
  readonly #ways = new Map<string, Promise<Way>>();
  /** The stored credential that each provider's last request carried. */
  readonly #used = new Map<string, number>();

  constructor(parts: ModelAccessParts) {
    this.#parts = parts;
  }

  /** Resolves the address of a model. Throws UserError for a wrong one, before anything is sent. */
  async prepare(model: Model): Promise<Deployment | undefined> {
    if (this.#parts.isLocal(model)) return undefined;
    return (await asUserError(this.#way(this.#asked(model)))).deployment;
  }

  /** Asks a model. */
  readonly stream = (
    request: ChatRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AssistantStream => {
    const { isLocal, machine, protocols = {} } = this.#parts;
    if (isLocal(request.model)) {
      const { api } = request.model;
      const own = Object.hasOwn(protocols, api) ? protocols[api] : undefined;
      return streamChat(request, {
        signal,
        ...(own && { protocols: { [api]: async () => own } }),
      });
    }
    const wanted = withEnvironment({ ...request, model: this.#asked(request.model) }, machine.env);
    return deferred(
      this.#way(wanted.model).then(({ deployment, adapt, carrier }) => {
        const timeouts = { ...streamTimeouts(machine.env, wanted.model.api), ...carrier?.timeouts };
        return streamChat(adapt?.(wanted) ?? wanted, { signal, deployment, ...carrier, timeouts });
      }),
    );
  };

  /** Has the provider of a model make a conversation shorter; undefined where it cannot do that. */
  readonly compact = async (
    request: ChatRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<CompactedHistory | undefined> => {
    if (this.#parts.isLocal(request.model)) return undefined;
    const { env } = this.#parts.machine;
    const wanted = withEnvironment({ ...request, model: this.#asked(request.model) }, env);
    const { deployment, adapt } = await this.#way(wanted.model);
    const { compactHistory } = await import("@oh-my-pi/pi-ai/compact-history");
    return compactHistory(adapt?.(wanted) ?? wanted, { signal, deployment });
  };

  /** Lets go of every connection that is kept; a later request opens its own. */
  readonly close = async (): Promise<void> => {
    const ways = await Promise.allSettled(this.#ways.values());
    for (const way of ways) if (way.status === "fulfilled") way.value.close?.();
  };

  /** Everything that proves who the user is; for whoever must keep it from being seen. */
  heldSecrets(): string[] {
    const { store, firstKey } = this.#parts;
    const stored = (store?.list() ?? []).flatMap(({ secret }) =>
      secret.kind === "apiKey" ? [secret.key] : [secret.access, secret.refresh],
    );
    return firstKey === undefined ? stored : [firstKey, ...stored];
  }

  async rotate(provider: string, untilMs: number): Promise<boolean> {
    const { store, machine } = this.#parts;
    const stored = store?.list(provider) ?? [];
    const used = stored.find(({ id }) => id === this.#used.get(provider));
    const isOther = stored.some(
      ({ id, secret, blockedUntilMs, disabledCause }) =>
        id !== used?.id &&
        secret.kind === used?.secret.kind &&
        disabledCause === undefined &&
        blockedUntilMs <= machine.now(),
    );
    // The only one there is stays in use: the provider's own answer says more than "no key".
    if (used === undefined || !isOther) return false;
    store?.block(used.id, untilMs);
    return true;
  }

  /** The model in the wire format that the user wants. */
  #asked(model: Model): Model {
    return inKimiFormat(model, this.#parts.kimiFormat ?? "openai");
  }

  #way(model: Model): Promise<Way> {
    const key = selectorOf(model);
    const known = this.#ways.get(key);
    if (known !== undefined) return known;
    const made = wayTo(model, {
      machine: this.#parts.machine,
      findKey: () => this.#key(model),
      isBearer: this.#parts.isBearer(model),
      socketPolicy: this.#parts.socketPolicy,
    });
    this.#ways.set(key, made);
    // A failure is answered where it is awaited, and is not kept.
    made.catch(() => this.#ways.delete(key));
    return made;
  }

  async #key(model: Model): Promise<KeyResult> {
    const found = await this.#parts.findKey(model);
    if (found.ok && found.credential !== undefined)
      this.#used.set(model.provider, found.credential.id);
    return found;
  }
}

/** A stream that has yet to be opened. */
function deferred(opening: Promise<AssistantStream>): AssistantStream {
  return {
    result: async () => (await opening).result(),
    async *[Symbol.asyncIterator](): AsyncGenerator<AssistantMessageEvent> {
      yield* await opening;
    },
  };
}
