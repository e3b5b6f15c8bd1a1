// For tests only: what each target accepts, written down apart from the code that must keep to it.
import type { JsonValue } from "../../model/request.ts";

/** Finds what is wrong with a node; children are visited by the caller. */
type NodeRule = (node: Readonly<Record<string, JsonValue>>, isRoot: boolean) => string | undefined;

const MAPS = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SINGLES = ["items", "not", "additionalProperties", "contains", "if", "then", "else"];
const SIX: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean"];

const PROTO_FIELDS = new Set(
  `type format title description nullable enum maxItems minItems properties required minProperties
  maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum
  not`.split(/\s+/),
);
const JSON_FIELDS = new Set(
  `type format title description enum default anyOf minimum maximum properties required propertyOrdering
  additionalProperties items prefixItems minItems maxItems`.split(/\s+/),
);
const STRICT_FIELDS = new Set(
  `type properties required additionalProperties items prefixItems enum anyOf $ref $defs description
  title`.split(/\s+/),
);

const ANTHROPIC_FIELDS = new Set(
  `type properties required additionalProperties items enum const anyOf default description title`.split(
    /\s+/,
  ),
);

function names(value: JsonValue | undefined): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

const google: NodeRule = (node) => {
  const foreign = Object.keys(node).find((key) => !PROTO_FIELDS.has(key));
  if (foreign !== undefined) return `has ${foreign}`;
  if (node.type !== undefined && !SIX.includes(node.type)) return "has no single type";
  const { enum: values, required } = node;
  if (Array.isArray(values)) {
    if (values.length === 0) return "has an empty enum";
    if (!values.every((value) => typeof value === "string" && value !== ""))
      return "enum of others";
  }
  if (node.type === "object" && node.properties === undefined) return "has no properties";
  if (Array.isArray(required)) {
    const known = names(node.properties);
    if (required.some((name) => !known.includes(name as string))) return "requires the unknown";
    if (required.length === 0) return "requires nothing";
  }
  return Array.isArray(node.anyOf) && node.anyOf.length === 1 ? "has a union of one" : undefined;
};

const googleJson: NodeRule = (node) => {
  const foreign = Object.keys(node).find((key) => !JSON_FIELDS.has(key));
  if (foreign !== undefined) return `has ${foreign}`;
  const types = [node.type].flat();
  return types.every((type) => type === undefined || [...SIX, "null"].includes(type))
    ? undefined
    : "has unknown types";
};

const cca: NodeRule = (node, isRoot) => {
  if (node.anyOf !== undefined || node.nullable !== undefined) return "has a union";
  return google(node, isRoot);
};

const strict: NodeRule = (node, isRoot) => {
  const foreign = Object.keys(node).find((key) => !STRICT_FIELDS.has(key));
  if (foreign !== undefined) return `has ${foreign}`;
  if (isRoot && node.type !== "object") return "root is no object";
  if (node.$ref !== undefined) return Object.keys(node).length > 1 ? "adds to $ref" : undefined;
  if (node.anyOf !== undefined) return node.type === undefined ? undefined : "adds to anyOf";
  if (![...SIX, "null"].includes(node.type)) return "has no single type";
  if (node.type !== "object") return undefined;
  if (node.additionalProperties !== false) return "is open";
  const known = names(node.properties).toSorted();
  const required = [...((node.required ?? []) as string[])].toSorted();
  return JSON.stringify(known) === JSON.stringify(required)
    ? undefined
    : "leaves something optional";
};

const anthropic: NodeRule = (node, isRoot) => {
  const foreign = Object.keys(node).find((key) => !ANTHROPIC_FIELDS.has(key));
  if (foreign !== undefined) return `has ${foreign}`;
  if (isRoot && node.type !== "object") return "root is no object";
  const types = [node.type].flat();
  if (!types.every((type) => type === undefined || [...SIX, "null"].includes(type)))
    return "has unknown types";
  const values = [node.enum ?? [], node.const ?? []].flat();
  if (values.some((value) => typeof value === "object" && value !== null)) return "enum of others";
  if (Array.isArray(node.enum) && node.enum.length === 0) return "has an empty enum";
  if (!types.includes("object") && node.properties === undefined) return undefined;
  if (node.additionalProperties !== false) return "is open";
  const known = names(node.properties);
  const required = (node.required ?? []) as string[];
  return required.every((name) => known.includes(name)) ? undefined : "requires the unknown";
};

const mcp: NodeRule = (node) => {
  const meta = Object.keys(node).find((key) => key.startsWith("$") || key === "definitions");
  if (meta !== undefined) return `has ${meta}`;
  return node.const === undefined ? undefined : "has const";
};

const responses: NodeRule = (node) => {
  if (node.oneOf !== undefined) return "has oneOf";
  return node.type === "object" && node.properties === undefined ? "has no properties" : undefined;
};

export const TARGET_RULES = { google, googleJson, cca, strict, anthropic, mcp, responses };

/** The first place where a schema breaks a rule. */
export function brokenRule(schema: JsonValue, rule: NodeRule, at = "#"): string | undefined {
  if (typeof schema === "boolean") {
    const mayBe = rule === mcp || rule === responses || at.endsWith("/items");
    return mayBe || at.endsWith("/additionalProperties") ? undefined : `${at} is ${schema}`;
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    return `${at} is none`;
  const node = schema as Readonly<Record<string, JsonValue>>;
  const own = rule(node, at === "#");
  if (own !== undefined) return `${at} ${own}`;
  for (const [where, child] of children(node)) {
    const broken = brokenRule(child, rule, `${at}/${where}`);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function* children(node: Readonly<Record<string, JsonValue>>): Generator<[string, JsonValue]> {
  for (const key of MAPS) {
    const map = Object.hasOwn(node, key) ? node[key] : undefined;
    for (const [name, child] of Object.entries(map ?? {})) {
      yield [`${key}/${name}`, child as JsonValue];
    }
  }
  for (const key of LISTS) {
    const list = node[key];
    if (Array.isArray(list)) {
      for (const [index, child] of list.entries()) yield [`${key}/${index}`, child as JsonValue];
    }
  }
  for (const key of SINGLES) {
    const child = node[key];
    for (const each of [child].flat()) if (each !== undefined) yield [key, each];
  }
}
