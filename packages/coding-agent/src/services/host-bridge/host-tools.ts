// Tools that the embedding program carries out: for the model and the gate they are tools like any other.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { type Frame, HostCallEnded, type HostCalls } from "./host-calls.ts";

/** A tool as its host describes it. */
export interface HostToolDefinition {
  readonly name: string;
  readonly label?: string | undefined;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly hidden?: boolean | undefined;
}

/** Makes the tool; throws TypeError when the definition cannot be one. */
export function hostTool(definition: HostToolDefinition, calls: HostCalls): Tool {
  const { name, label, description, parameters, hidden } = definition;
  return defineTool({
    name,
    ...(label !== undefined && { label }),
    description,
    parameters,
    traits: { withoutIntent: true, strict: false, ...(hidden === true && { hidden }) },
    async run({ callId, signal, progress }, args) {
      const answer = await calls
        .ask({
          frame: { type: "host_tool_call", toolCallId: callId, toolName: name, arguments: args },
          signal,
          cancel: { type: "host_tool_cancel" },
          onUpdate: ({ partialResult }) => {
            if (isResult(partialResult)) progress(partialResult);
          },
        })
        .catch((error: unknown) => {
          if (!(error instanceof HostCallEnded)) throw error;
          const kind = signal.aborted ? "aborted" : "error";
          throw new ToolFailure(`Host tool ${name}: ${error.message}`, { kind });
        });
      return resultOf(answer, name);
    },
  });
}

function resultOf(answer: Frame, name: string): { content: unknown; details?: unknown } {
  const { result, isError } = answer;
  const isFailure = isError === true || (isResult(result) && result.isError === true);
  if (typeof result === "string") return { content: result, ...(isFailure && { isError: true }) };
  if (!isResult(result))
    throw new ToolFailure(`Host tool ${name} answered without a result that can be read.`);
  return { ...result, ...(isFailure && { isError: true }) };
}

interface PlainResult {
  readonly content: unknown;
  readonly details?: unknown;
  readonly isError?: unknown;
}

function isResult(value: unknown): value is PlainResult {
  return typeof value === "object" && value !== null && "content" in value;
}
