// Tools as the Responses API is told of them. Always says whether a tool is strict: silence means yes here.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { normalizeSchemaForOpenAIResponses } from "../../schema/openai-responses.ts";
import type { tryEnforceStrictSchema } from "../../schema/strict-enforce.ts";
import type { ToolSchemas } from "../../schema/tool-schemas.ts";
import type { ResolvedCompat } from "../openai-completions/detect-compat.ts";
import { toolSchemas } from "../openai-completions/tool-schemas.ts";

/** Schemas as the Responses API takes them, enforced or not. */
export type ResponsesSchemas = ToolSchemas<{
  readonly tryEnforceStrictSchema: typeof tryEnforceStrictSchema;
  readonly normalizeSchemaForOpenAIResponses: typeof normalizeSchemaForOpenAIResponses;
}>;

export function wireTools(
  request: ChatRequest,
  compat: ResolvedCompat,
  schemas: ResponsesSchemas,
): JsonObject[] {
  const { results } = toolSchemas(request, compat, schemas);
  return request.tools.map(({ name, description, parameters: original }, index) => {
    const { schema = original, strict = false } = results[index] ?? {};
    const parameters = strict
      ? schema
      : schemas.adapt(original, (adapters) => adapters.normalizeSchemaForOpenAIResponses);
    return { type: "function", name, description, parameters, strict };
  });
}
