// Providers of an embedding program: servers as models.yml would describe them, or functions that answer by themselves.
import type { LocalProtocol } from "@oh-my-pi/pi-ai/protocol-registry";
import type { MessageBuilder } from "@oh-my-pi/pi-ai/message-builder";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { CustomModel, ProviderConfig } from "@oh-my-pi/pi-catalog/models-config";
import { formatConfigErrors, parseModelsConfig } from "@oh-my-pi/pi-catalog/parse-models-config";
import { UserError } from "../platform/exit-codes.ts";
import type { EmbeddedParts } from "../session/embedded.ts";

/** Where an answer is written to, piece by piece. Blocks are told apart by any key of one's own. */
export type AnswerWriter = Pick<
  MessageBuilder,
  "text" | "thinking" | "toolCall" | "toolArguments" | "close" | "usage"
>;

/** A provider whose models answer inside the program. */
export interface LocalProvider {
  readonly models: readonly CustomModel[];
  /** Writes one answer; what it throws becomes the model's error. */
  respond(request: ChatRequest, answer: AnswerWriter, signal: AbortSignal): Promise<void>;
}

/** A server, or a function. */
export type CustomProvider = ProviderConfig | LocalProvider;

/** The providers as a session takes them. Throws UserError with the reasons where one is not sound. */
export async function embeddedProviders(
  given: Readonly<Record<string, CustomProvider>>,
): Promise<Pick<EmbeddedParts, "providers" | "protocols">> {
  const entries = Object.entries(given);
  if (entries.length === 0) return {};
  const protocols: Record<string, LocalProtocol> = {};
  const providers: Record<string, ProviderConfig> = {};
  for (const [id, provider] of entries) {
    providers[id] = isLocalProvider(provider) ? configOf(id, provider) : provider;
    if (isLocalProvider(provider)) protocols[apiOf(id)] = protocolOf(id, provider);
  }
  const text = JSON.stringify({ providers });
  const extraApis = Object.keys(protocols);
  const parsed = await parseModelsConfig(text, "providers.json", { extraApis });
  if (!parsed.ok) throw new UserError(formatConfigErrors("providers", parsed.errors));
  return { providers: parsed.config.providers, protocols };
}

function isLocalProvider(provider: CustomProvider): provider is LocalProvider {
  return "respond" in provider;
}

const apiOf = (id: string): string => `embedded:${id}`;

/** Reserved for names that lead nowhere; nothing is ever sent there. */
const NOWHERE = "http://embedded.invalid";

function configOf(id: string, { models }: LocalProvider): ProviderConfig {
  return { api: apiOf(id), baseUrl: NOWHERE, auth: "none", models };
}

function protocolOf(id: string, provider: LocalProvider): LocalProtocol {
  return {
    api: apiOf(id),
    respond: (request, answer, signal) => provider.respond(request, answer, signal),
  };
}
