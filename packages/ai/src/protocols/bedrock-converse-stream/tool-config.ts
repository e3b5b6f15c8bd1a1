// The tools of a request. A conversation that holds calls must name tools, even when there are none now.
import type { ChatRequest, JsonObject, ToolSpec } from "../../model/request.ts";
import { fieldsOf, textOf } from "../../wire/json-access.ts";
import type { WireMessage } from "./wire-messages.ts";

const GONE = "This tool is no longer available.";

/** `point` is put after the tools where the model caches them. */
export function toolConfig(
  { options, tools }: ChatRequest,
  messages: readonly WireMessage[],
  point: JsonObject | undefined,
): JsonObject | undefined {
  const wire = tools.length > 0 ? tools.map(wireTool) : goneTools(messages);
  if (wire.length === 0) return undefined;
  const choice = tools.length > 0 ? toolChoice(options.toolChoice) : undefined;
  const listed = point === undefined ? wire : [...wire, point];
  return { tools: listed, ...(choice && { toolChoice: choice }) };
}

function wireTool({ name, description, parameters }: ToolSpec): JsonObject {
  return {
    toolSpec: {
      name,
      ...(/\S/.test(description) && { description }),
      inputSchema: { json: parameters },
    },
  };
}

function goneTools(messages: readonly WireMessage[]): JsonObject[] {
  const blocks = messages.flatMap(({ content }) => content);
  const names = blocks.flatMap((block) => textOf(fieldsOf(block["toolUse"])["name"]) ?? []);
  const json = { type: "object", properties: {} };
  return [...new Set(names)].map((name) => ({
    toolSpec: { name, description: GONE, inputSchema: { json } },
  }));
}

/** There is no word for "none"; leaving the choice out comes nearest. */
function toolChoice(choice: ChatRequest["options"]["toolChoice"]): JsonObject | undefined {
  if (choice === undefined || choice === "none") return undefined;
  if (choice === "auto") return { auto: {} };
  return choice === "required" ? { any: {} } : { tool: { name: choice.tool } };
}
