// Tools as the Responses API is told of them. Always says whether a tool is strict: silence means yes here.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { SchemaMemo } from "../../schema/memo.ts";
import { normalizeSchemaForOpenAIResponses } from "../../schema/openai-responses.ts";
import type { ResolvedCompat } from "../openai-completions/detect-compat.ts";
import { toolSchemas } from "../openai-completions/tool-schemas.ts";

export function wireTools(
  request: ChatRequest,
  compat: ResolvedCompat,
  memo: SchemaMemo,
): JsonObject[] {
  const { results } = toolSchemas(request, compat, memo);
  return request.tools.map(({ name, description, parameters: original }, index) => {
    const { schema = original, strict = false } = results[index] ?? {};
    const parameters = strict ? schema : memo.get(original, normalizeSchemaForOpenAIResponses);
    return { type: "function", name, description, parameters, strict };
  });
}
