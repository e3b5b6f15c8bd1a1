// Which tools may be sent with `strict`: the provider compiles their schemas into one grammar and
// rejects a request whose schemas use other keywords or are too many. Earlier tools are served first, so
// that a tool that is added later changes nothing before it.
import type { JsonObject, JsonValue, ToolSpec } from "../../model/request.ts";

/** The provider's published limits for one request. */
const MAX_TOOLS = 20;
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

const KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "description",
  "title",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "default",
]);

interface Cost {
  optional: number;
  unions: number;
}

/** For each tool, whether `strict` is to be set. */
export function chooseStrictTools(tools: readonly ToolSpec[]): boolean[] {
  const spent = { tools: 0, optional: 0, unions: 0 };
  return tools.map((tool) => {
    if (tool.strict === false) return false;
    const cost: Cost = { optional: 0, unions: 0 };
    const fits =
      isStrictSchema(tool.parameters, cost) &&
      spent.tools < MAX_TOOLS &&
      spent.optional + cost.optional <= MAX_OPTIONAL &&
      spent.unions + cost.unions <= MAX_UNIONS;
    if (!fits) return false;
    spent.tools += 1;
    spent.optional += cost.optional;
    spent.unions += cost.unions;
    return true;
  });
}

function isStrictSchema(schema: JsonValue | undefined, cost: Cost): boolean {
  if (!isObject(schema)) return false;
  if (!Object.keys(schema).every((key) => KEYWORDS.has(key))) return false;
  const { type, anyOf, items } = schema;
  if (Array.isArray(type) || anyOf !== undefined) cost.unions += 1;
  if (Array.isArray(anyOf) && !anyOf.every((part) => isStrictSchema(part, cost))) return false;
  if (items !== undefined && !isStrictSchema(items, cost)) return false;
  return type === "object" || schema["properties"] !== undefined
    ? isStrictObject(schema, cost)
    : true;
}

function isStrictObject(schema: JsonObject, cost: Cost): boolean {
  if (schema["additionalProperties"] !== false) return false;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  cost.optional += Object.keys(properties).filter((name) => !required.includes(name)).length;
  return Object.values(properties).every((property) => isStrictSchema(property, cost));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
