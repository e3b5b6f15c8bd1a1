// The least that a JSON Schema takes, with given values where a field has one of those names. Tests only.
import type { JsonValue } from "@oh-my-pi/pi-testkit/llm";

interface Schema {
  readonly type?: string;
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** A value that fits; texts without a given value are "MARK". */
export function least(
  schema: object,
  given: Readonly<Record<string, string>> = {},
  name = "",
): JsonValue {
  const { type, items, anyOf, required = [], properties = {}, ...fixed } = schema as Schema;
  const choice = fixed.const ?? fixed.enum?.[0];
  if (choice !== undefined) return choice;
  if (anyOf?.[0] !== undefined) return least(anyOf[0], given, name);
  if (type === "array") return items === undefined ? [] : [least(items, given, name)];
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return 1;
  if (type !== "object") return given[name] ?? "MARK";
  return Object.fromEntries(required.map((key) => [key, least(properties[key] ?? {}, given, key)]));
}
