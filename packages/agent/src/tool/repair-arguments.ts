// Undoes the slips models make when they write arguments, where only one reading is possible: JSON in a
// string, a number or boolean in a string, null for a field left out. Never invents a value.
import type { JsonObject, JsonValue } from "@oh-my-pi/pi-ai/request";
import { isJsonArray, isJsonObject, isRecord } from "../record.ts";

/** The repaired arguments, or the same value when there was nothing to repair. */
export function repairArguments(schema: JsonObject, args: unknown): unknown {
  const value = repairScalar(schema, args);
  if (Array.isArray(value) && isJsonObject(schema.items)) {
    const { items } = schema;
    return mapChanged(value, (item) => repairArguments(items, item));
  }
  return isRecord(value) && isJsonObject(schema.properties)
    ? repairFields(schema.properties, schema.required, value)
    : value;
}

function repairFields(
  properties: JsonObject,
  required: JsonValue | undefined,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const isRequired = (name: string): boolean => isJsonArray(required) && required.includes(name);
  let isChanged = false;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const field = properties[name];
    if (value === null && isJsonObject(field) && !isRequired(name) && !accepts(field, "null")) {
      isChanged = true;
      continue;
    }
    result[name] = isJsonObject(field) ? repairArguments(field, value) : value;
    isChanged ||= result[name] !== value;
  }
  return isChanged ? result : args;
}

function repairScalar(schema: JsonObject, value: unknown): unknown {
  if (typeof value !== "string" || accepts(schema, "string")) return value;
  const text = value.trim();
  if (accepts(schema, "boolean") && (text === "true" || text === "false")) return text === "true";
  if (accepts(schema, "number") || accepts(schema, "integer")) {
    if (/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return Number(text);
  }
  if (accepts(schema, "array") && text.startsWith("[")) return parseOr(text, value);
  if (accepts(schema, "object") && text.startsWith("{")) return parseOr(text, value);
  return value;
}

/** Whether the schema names this type; a schema without a type accepts text as it is. */
function accepts(schema: JsonObject, type: string): boolean {
  if (typeof schema.type === "string") return schema.type === type;
  if (isJsonArray(schema.type)) return schema.type.includes(type);
  const branches = schema.anyOf ?? schema.oneOf;
  if (isJsonArray(branches))
    return branches.some((branch) => isJsonObject(branch) && accepts(branch, type));
  return type === "string" || type === "null";
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise; // not JSON after all: the checker will say what was expected
  }
}

function mapChanged(values: readonly unknown[], change: (value: unknown) => unknown): unknown {
  const result = values.map(change);
  return result.every((value, index) => value === values[index]) ? values : result;
}
