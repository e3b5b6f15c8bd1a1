// A tool as the Responses API is told of it. Always says whether it is strict: silence means yes here.
import type { JsonObject, ToolSpec } from "../../model/request.ts";
import { isStrictSchema } from "../openai-completions/strict-schema.ts";

/** Which strictness a deployment takes. */
interface StrictSupport {
  readonly supportsStrictMode: boolean;
  readonly toolStrictMode?: "all_strict" | "none";
}

export function wireTool(tool: ToolSpec, support: StrictSupport): JsonObject {
  const { name, description, parameters } = tool;
  return { type: "function", name, description, parameters, strict: isStrict(tool, support) };
}

function isStrict(tool: ToolSpec, { toolStrictMode, supportsStrictMode }: StrictSupport): boolean {
  if (toolStrictMode !== undefined) return toolStrictMode === "all_strict";
  return supportsStrictMode && tool.strict !== false && isStrictSchema(tool.parameters);
}
