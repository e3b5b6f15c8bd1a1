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

function geminiParameters(parameters: JsonObject): JsonObject {
  // Whatever else a tool's schema may say of itself, arguments are an object.
  const root = { ...parameters, type: "object", nullable: false };
  const schema = normalizeSchemaForGoogle(root);
  // A function has parameters, not a choice between sets of them.
  if (schema.anyOf !== undefined || schema.type !== "object") return uniteParameters(root);
  const parametersJsonSchema = normalizeSchemaForGoogleJson(root);
  if (isOpenSchema(parametersJsonSchema)) return { parametersJsonSchema };
  if (fitsGoogleParameters(schema)) return { parameters: schema };
  return hasProperties(schema) ? { parametersJsonSchema } : {};
}

function uniteParameters(parameters: JsonObject): JsonObject {
  const schema = claudeSchema(parameters);
  if (!hasProperties(schema)) return {};
  return fitsGoogleParameters(schema) ? { parameters: schema } : { parametersJsonSchema: schema };
}

/** A function without parameters must not describe them. */
function hasProperties({ properties }: JsonObject): boolean {
  return typeof properties === "object" && Object.keys(properties ?? {}).length > 0;
}

function claudeParameters(parameters: JsonObject): JsonObject {
  return { parameters: claudeSchema(parameters) };
}

function claudeSchema(parameters: JsonObject): JsonObject {
  const schema = onlyGoogleFields(normalizeSchemaForCCA(parameters));
  return schema.type === "object" ? schema : { type: "object", properties: {} };
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
