// The body of a generateContent request. Pure; the order of keys is fixed, and what changes from request
// to request comes last, because equal requests must give equal bytes and longer ones an equal start.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { SchemaMemo } from "../../schema/memo.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";
import { geminiTraits } from "./gemini-traits.ts";
import { maxOutputTokens, thinkingConfig } from "./thinking.ts";
import { wireTools } from "./tools.ts";
import { wireContents } from "./wire-contents.ts";
import type { PartStyle } from "./wire-parts.ts";

/** How a deployment of the format differs from the others. */
export interface GoogleDeployment {
  /** Which models may be sent ids of calls; an unknown field is an error elsewhere. */
  readonly callIds: "never" | "where-given" | "always";
}

const GEMINI_IMAGES: ReadonlySet<string> = new Set(
  ["png", "jpeg", "webp", "heic", "heif"].map((type) => `image/${type}`),
);
const CLAUDE_IMAGES: ReadonlySet<string> = new Set(
  ["png", "jpeg", "webp", "gif"].map((type) => `image/${type}`),
);

/** Builds the body. */
export function buildBody(
  request: ChatRequest,
  deployment: GoogleDeployment,
  memo: SchemaMemo,
): JsonObject {
  const system = request.system
    .filter((segment) => /\S/.test(segment))
    .map((text): JsonObject => ({ text }));
  const generationConfig = generation(request);
  return {
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    ...wireTools(request, memo),
    contents: wireContents(request, partStyle(request, deployment)),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
}

function partStyle({ model }: ChatRequest, { callIds }: GoogleDeployment): PartStyle {
  const gemini = geminiTraits(model.id);
  const isClaude = claudeTraits(model.id) !== undefined;
  const givesIds = gemini === undefined || gemini.hasRichCalls;
  return {
    hasCallIds: callIds === "always" || (callIds === "where-given" && givesIds),
    hasImageResponses: gemini?.hasRichCalls === true,
    wantsSignatures: gemini?.wantsSignatures === true,
    imageTypes: isClaude ? CLAUDE_IMAGES : GEMINI_IMAGES,
  };
}

function generation(request: ChatRequest): JsonObject {
  const thinking = thinkingConfig(request);
  const limit = maxOutputTokens(request);
  return {
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...sampling(request, thinking),
    ...(thinking !== undefined && { thinkingConfig: thinking }),
  };
}

/** Claude takes no sampling while it thinks. */
function sampling({ model, options }: ChatRequest, thinking: JsonObject | undefined): JsonObject {
  const { temperature, topP, topK, presencePenalty } = options.sampling ?? {};
  const traits = claudeTraits(model.id);
  if (traits !== undefined && (thinking !== undefined || traits.refusesSampling)) return {};
  const isOneOnly = traits?.takesOneSampler === true && temperature !== undefined;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && !isOneOnly && { topP }),
    ...(topK !== undefined && { topK }),
    ...(presencePenalty !== undefined && traits === undefined && { presencePenalty }),
  };
}
