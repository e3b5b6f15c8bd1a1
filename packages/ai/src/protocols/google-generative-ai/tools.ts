// Tools as function declarations, with schemas in the form that the model's family takes.
import type { ChatRequest, JsonObject, ToolChoice, ToolSpec } from "../../model/request.ts";
import { normalizeSchemaForCCA } from "../../schema/cca.ts";
import {
  fitsGoogleParameters,
  isOpenSchema,
  onlyGoogleFields,
} from "../../schema/google-parameters.ts";
import { normalizeSchemaForGoogle, normalizeSchemaForGoogleJson } from "../../schema/google.ts";
import type { SchemaMemo } from "../../schema/memo.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";

/** The `tools` and `toolConfig` of a request. */
export function wireTools({ model, tools, options }: ChatRequest, memo: SchemaMemo): JsonObject {
  if (tools.length === 0) return {};
  const adapt = claudeTraits(model.id) === undefined ? geminiParameters : claudeParameters;
  const functionDeclarations = tools.map((tool: ToolSpec) => ({
    name: tool.name,
    description: tool.description,
    ...memo.get(tool.parameters, adapt),
  }));
  return { tools: [{ functionDeclarations }], ...toolConfig(options.toolChoice) };
}

/** A function without parameters must not describe them. */
function geminiParameters(parameters: JsonObject): JsonObject {
  const schema = normalizeSchemaForGoogle(parameters);
  const { properties } = schema;
  const parametersJsonSchema = normalizeSchemaForGoogleJson(parameters);
  const isOpen = isOpenSchema(parametersJsonSchema);
  if (fitsGoogleParameters(schema) && !isOpen) return { parameters: schema };
  const isEmpty = Object.keys(properties ?? {}).length === 0 && schema.anyOf === undefined;
  return isEmpty && !isOpen ? {} : { parametersJsonSchema };
}

function claudeParameters(parameters: JsonObject): JsonObject {
  return { parameters: onlyGoogleFields(normalizeSchemaForCCA(parameters)) };
}

function toolConfig(choice: ToolChoice | undefined): JsonObject {
  if (choice === undefined || choice === "auto") return {};
  const functionCallingConfig: JsonObject =
    choice === "none"
      ? { mode: "NONE" }
      : choice === "required"
        ? { mode: "ANY" }
        : { mode: "ANY", allowedFunctionNames: [choice.tool] };
  return { toolConfig: { functionCallingConfig } };
}
