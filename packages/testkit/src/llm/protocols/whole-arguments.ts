// Tool arguments for protocols that send them as a JSON object and not as text.
import { isJsonFields, type JsonFields } from "../json.ts";
import type { ToolCallBlock } from "../parts.ts";

/** The call's arguments as an object; text that is none cannot be sent by `vendor`. */
export function wholeArguments(block: ToolCallBlock, vendor: string): JsonFields {
  const json = block.deltas.join("");
  const problem = new Error(`${vendor} sends arguments as a JSON object, which ${json} is not`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    problem.cause = cause;
    throw problem;
  }
  if (!isJsonFields(value)) throw problem;
  return value;
}
