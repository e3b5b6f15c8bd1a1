// Schemas that Claude can be made to follow: closed objects, no bounds. What must go is told in the
// description; a schema that cannot be said this way is not enforced.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode } from "./json-schema.ts";
import { normalizeSchema } from "./normalize.ts";
import type { NormalizeOptions } from "./options.ts";

const KEPT: ReadonlySet<string> = new Set([
  ..."type description title properties required additionalProperties".split(" "),
  ..."items enum const anyOf default".split(" "),
]);
const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$defs", "allOf"]);
const TOLD: ReadonlySet<string> = new Set([
  ..."minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum".split(
    " ",
  ),
  ..."multipleOf minItems maxItems uniqueItems minProperties maxProperties examples".split(" "),
]);

const ANTHROPIC_STRICT: NormalizeOptions = {
  keeps: (keyword) => KEPT.has(keyword) || REFERENCES.has(keyword),
  refs: "inline-unless-recursive",
  types: "union",
  constants: "const",
  combiners: "single",
  infersType: true,
  wantsProperties: false,
  isClosed: true,
  wantsPlainNodes: true,
  isUniformArray: true,
  hasTextEnums: false,
  spills: TOLD,
  spillsIntoExisting: false,
};

/** What a schema takes of the limits that hold for all tools of a request. */
export interface StrictCost {
  readonly optional: number;
  readonly unions: number;
}

/** A schema to enforce. */
export interface AnthropicStrictSchema extends StrictCost {
  readonly schema: JsonObject;
}

/** The strict form of a tool's schema, or undefined when it has none. */
export function strictSchemaForAnthropic(
  parameters: JsonObject,
): AnthropicStrictSchema | undefined {
  const closing = new Closing();
  // Definitions are of no use once inlined; a reference that is left is recursive, and not closed.
  const { $defs: _definitions, ...root } = normalizeSchema(parameters, ANTHROPIC_STRICT);
  const schema = closing.close(root);
  if (schema?.type !== "object") return undefined;
  return { schema, optional: closing.optional, unions: closing.unions };
}

/** Closes every object, and counts. */
class Closing {
  optional = 0;
  unions = 0;

  close(node: JsonValue | undefined): JsonObject | undefined {
    if (!isNode(node) || !Object.keys(node).every((keyword) => KEPT.has(keyword))) return undefined;
    const { type, anyOf, items, enum: values, const: value } = node;
    // Only plain values can be listed.
    if ([...(isList(values) ? values : []), value].some(isComposite)) return undefined;
    if (isList(type) || anyOf !== undefined) this.unions += 1;
    const branches = isList(anyOf) ? this.#closeAll(anyOf) : [];
    const each = items === undefined ? {} : this.close(items);
    const object = mayBeObject(node) ? this.#closeObject(node) : {};
    if (branches === undefined || each === undefined || object === undefined) return undefined;
    return {
      ...node,
      ...(isList(anyOf) && { anyOf: branches }),
      ...(items !== undefined && { items: each }),
      ...object,
    };
  }

  #closeAll(nodes: readonly JsonValue[]): JsonObject[] | undefined {
    const closed = nodes.map((node) => this.close(node)).filter((node) => node !== undefined);
    return closed.length === nodes.length ? closed : undefined;
  }

  #closeObject({ properties, required, additionalProperties }: JsonObject): JsonObject | undefined {
    const isOpen = additionalProperties !== undefined && additionalProperties !== false;
    // An object without properties would be closed to everything.
    if (isOpen || !isNode(properties)) return undefined;
    const names = Object.keys(properties);
    const closed = this.#closeAll(Object.values(properties));
    if (closed === undefined) return undefined;
    const needed = new Set(isList(required) ? required : []);
    this.optional += names.filter((name) => !needed.has(name)).length;
    return {
      properties: Object.fromEntries(names.map((name, at) => [name, closed[at] ?? {}])),
      additionalProperties: false,
    };
  }
}

function mayBeObject({ type, properties, additionalProperties }: JsonObject): boolean {
  if (properties !== undefined || isNode(additionalProperties)) return true;
  return isList(type) ? type.includes("object") : type === "object";
}

function isComposite(value: JsonValue | undefined): boolean {
  return typeof value === "object" && value !== null;
}
