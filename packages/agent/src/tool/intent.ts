// The `_i` field: a model's one-line reason for a call, asked for in every schema and taken out again
// before the tool sees its arguments.
import type { JsonObject, ToolSpec } from "@oh-my-pi/pi-ai/request";
import { isJsonArray, isJsonObject } from "../record.ts";

const FIELD = "_i";
const INTENT_SCHEMA: JsonObject = {
  type: "string",
  description: "Why you make this call, in a few words",
};

/** The same tool with `_i` as first property and last required field. */
export function withIntent(spec: ToolSpec): ToolSpec {
  const { properties, required } = spec.parameters;
  const names = isJsonArray(required) ? required : [];
  const fields = isJsonObject(properties) ? properties : {};
  return {
    ...spec,
    parameters: {
      ...spec.parameters,
      properties: { [FIELD]: INTENT_SCHEMA, ...fields },
      required: [...names.filter((name) => name !== FIELD), FIELD],
    },
  };
}

export interface WithoutIntent {
  readonly args: Readonly<Record<string, unknown>>;
  readonly intent?: string;
}

/** Splits `_i` off; the given object is left as it is. */
export function takeIntent(args: Readonly<Record<string, unknown>>): WithoutIntent {
  if (!(FIELD in args)) return { args };
  const { [FIELD]: value, ...rest } = args;
  const intent = typeof value === "string" ? value.trim() : "";
  return intent === "" ? { args: rest } : { args: rest, intent };
}
