// The second half of OpenAI's strict mode: every object is closed and requires all its properties, and
// what was optional may be null. Refuses a schema that cannot be said this way.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode, without } from "./json-schema.ts";
import { ANNOTATIONS } from "./keywords.ts";
import { sanitizeSchemaForStrictMode } from "./strict-sanitize.ts";

/** Why a schema cannot be strict. */
export class StrictSchemaError extends Error {
  constructor(at: string, problem: string) {
    super(`${at}: ${problem}`);
    this.name = "StrictSchemaError";
  }
}

/** A schema, and whether the provider may be told to enforce it. */
export interface StrictResult {
  readonly schema: JsonObject;
  readonly strict: boolean;
}

/** Sanitizes and enforces; a schema that cannot be strict comes back as it was. */
export function tryEnforceStrictSchema(schema: JsonObject): StrictResult {
  try {
    return { schema: enforceStrictSchema(sanitizeSchemaForStrictMode(schema)), strict: true };
  } catch {
    // Whatever the cause: without strict mode the schema is still good for the model to read.
    return { schema, strict: false };
  }
}

/** The strict form of a sanitized schema; throws `StrictSchemaError` when there is none. */
export function enforceStrictSchema(schema: JsonObject): JsonObject {
  const { $defs, ...root } = schema;
  if (root.type !== "object") throw new StrictSchemaError("#", "must be an object");
  const definitions = isNode($defs) ? $defs : {};
  const pass = new Enforcer(definitions);
  const enforced = pass.enforce(root, "#");
  const strictDefinitions = pass.enforceDefinitions();
  return isNode($defs) ? { ...enforced, $defs: strictDefinitions } : enforced;
}

class Enforcer {
  readonly #definitions: JsonObject;
  readonly #referenced = new Set<string>();

  constructor(definitions: JsonObject) {
    this.#definitions = definitions;
  }

  enforce(node: JsonValue | undefined, at: string): JsonObject {
    if (!isNode(node)) throw new StrictSchemaError(at, "describes nothing");
    if (node.$ref !== undefined) return this.#enforceRef(node, at);
    if (node.allOf !== undefined) throw new StrictSchemaError(at, "cannot combine several schemas");
    if (node.anyOf !== undefined) return this.#enforceUnion(node, at);
    if (typeof node.type !== "string") throw new StrictSchemaError(at, "has no type");
    if (
      isList(node.enum) &&
      node.enum.some((value) => typeof value === "object" && value !== null)
    ) {
      throw new StrictSchemaError(at, "can list only plain values");
    }
    if (node.type === "object") return this.#enforceObject(node, at);
    return node.type === "array" ? this.#enforceArray(node, at) : node;
  }

  /** Definitions that nothing refers to may stay behind when they do not fit. */
  enforceDefinitions(): JsonObject {
    const done = new Map<string, JsonValue>();
    for (const name of this.#referenced) {
      done.set(name, this.enforce(this.#definitions[name], `#/$defs/${name}`));
    }
    for (const name of Object.keys(this.#definitions)) {
      if (done.has(name)) continue;
      const { strict, schema } = this.#tryDefinition(name);
      if (strict) done.set(name, schema);
    }
    return Object.fromEntries(done);
  }

  #tryDefinition(name: string): StrictResult {
    const before = new Set(this.#referenced);
    const schema = this.#definitions[name];
    try {
      const enforced = this.enforce(schema, `#/$defs/${name}`);
      const isComplete = [...this.#referenced].every(
        (other) => before.has(other) || other === name,
      );
      return { schema: enforced, strict: isComplete };
    } catch (error) {
      if (!(error instanceof StrictSchemaError)) throw error;
      return { schema: {}, strict: false };
    }
  }

  #enforceRef(node: JsonObject, at: string): JsonObject {
    const { $ref, ...rest } = node;
    if (Object.keys(rest).some((keyword) => !ANNOTATIONS.has(keyword))) {
      throw new StrictSchemaError(at, "cannot add to a reference");
    }
    if ($ref === "#") return { $ref };
    const name = typeof $ref === "string" ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined;
    if (name === undefined || !Object.hasOwn(this.#definitions, name)) {
      throw new StrictSchemaError(at, `refers to ${JSON.stringify($ref)}, which is no definition`);
    }
    this.#referenced.add(name);
    return { $ref: `#/$defs/${name}` };
  }

  #enforceUnion(node: JsonObject, at: string): JsonObject {
    const { anyOf, ...rest } = node;
    if (Object.keys(rest).some((keyword) => !ANNOTATIONS.has(keyword))) {
      throw new StrictSchemaError(at, "cannot add to a union");
    }
    const branches = isList(anyOf) ? anyOf : [];
    return {
      anyOf: branches.map((branch, index) => this.enforce(branch, `${at}/anyOf/${index}`)),
      ...rest,
    };
  }

  #enforceObject(node: JsonObject, at: string): JsonObject {
    const { properties, required, additionalProperties } = node;
    if (!isNode(properties)) throw new StrictSchemaError(at, "lists no properties");
    if (additionalProperties !== undefined && additionalProperties !== false) {
      throw new StrictSchemaError(at, "takes properties that are not listed");
    }
    const names = new Set(isList(required) ? required : []);
    const enforced = Object.entries(properties).map(([name, schema]): [string, JsonValue] => {
      const strict = this.enforce(schema, `${at}/properties/${name}`);
      return [name, names.has(name) ? strict : orNull(strict)];
    });
    return {
      ...node,
      properties: Object.fromEntries(enforced),
      required: Object.keys(properties),
      additionalProperties: false,
    };
  }

  #enforceArray(node: JsonObject, at: string): JsonObject {
    const { prefixItems, items } = node;
    if (!isList(prefixItems)) return { ...node, items: this.enforce(items, `${at}/items`) };
    const tuple = prefixItems.map((item, index) =>
      this.enforce(item, `${at}/prefixItems/${index}`),
    );
    const others = isNode(items) ? { items: this.enforce(items, `${at}/items`) } : {};
    return { ...without(node, "items"), prefixItems: tuple, items: false, ...others };
  }
}

function orNull(node: JsonObject): JsonObject {
  const hasNull = (branch: JsonValue) => isNode(branch) && branch.type === "null";
  const isNullable = hasNull(node) || (isList(node.anyOf) && node.anyOf.some(hasNull));
  return isNullable ? node : { anyOf: [node, { type: "null" }] };
}
