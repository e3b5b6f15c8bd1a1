// Brings one node of an older or foreign dialect to JSON Schema 2020-12: drafts 3 to 7, OpenAPI 3.0 and
// the snake_case of Python clients. Keywords whose value has the wrong shape are left out.
import type { JsonObject, JsonValue } from "../model/request.ts";
import {
  isList,
  isNode,
  isSubschema,
  isWithinDepth,
  TYPES,
  typesOf,
  without,
} from "./json-schema.ts";
import {
  ANNOTATIONS,
  KEYWORDS,
  LISTED_SCHEMAS,
  NAMED_SCHEMAS,
  SINGLE_SCHEMAS,
} from "./keywords.ts";
import type { NoteLoss } from "./note-loss.ts";

/** Data below a keyword (`default`, `enum` …) is kept up to here. */
const MAX_DATA_DEPTH = 100;

const CAMEL_CASE: ReadonlyMap<string, string> = new Map(
  KEYWORDS.filter((keyword) => /[A-Z]/.test(keyword)).map((keyword) => [
    keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    keyword,
  ]),
);

type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isFlag: Check = (value) => typeof value === "boolean";
const isTextList: Check = (value) => isList(value) && value.every(isText);
const isNameMap: Check = isNode;

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...NAMED_SCHEMAS.map((keyword) => [keyword, isNameMap] as const),
  ...LISTED_SCHEMAS.map((keyword) => [keyword, isNonEmptyList] as const),
  ...SINGLE_SCHEMAS.map((keyword) => [keyword, isSubschema] as const),
  ...["title", "description", "pattern", "format", "$ref", "$dynamicRef"].map(
    (keyword) => [keyword, isText] as const,
  ),
  ...[
    ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength".split(
      " ",
    ),
    ..."minItems maxItems minProperties maxProperties minContains maxContains".split(" "),
  ].map((keyword) => [keyword, isNumber] as const),
  ["uniqueItems", isFlag],
  ["nullable", isFlag],
  ["required", isTextList],
  ["propertyOrdering", isTextList],
  ["dependentRequired", isNode],
  ["enum", (value) => isNonEmptyList(value) && isWithinDepth(value, MAX_DATA_DEPTH)],
]);

/** The node in today's dialect; itself when nothing is to be done. */
export function upgradeNode(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  const renamed = renameKeywords(node);
  const modern = isOutdated(renamed) ? modernize(renamed) : renamed;
  const typed = cleanType(modern);
  return dropMalformed(spellOutNullable(typed), noteLoss);
}

function isNonEmptyList(value: JsonValue): boolean {
  return isList(value) && value.length > 0;
}

/** Of two spellings of one keyword the snake_case one wins. */
function renameKeywords(node: JsonObject): JsonObject {
  if (!Object.keys(node).some((key) => CAMEL_CASE.has(key))) return node;
  const shadowed = new Set(
    Object.keys(node).flatMap((key) => (CAMEL_CASE.has(key) ? [CAMEL_CASE.get(key)] : [])),
  );
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !shadowed.has(key))
      .map(([key, value]) => [CAMEL_CASE.get(key) ?? key, value]),
  );
}

function isOutdated(node: JsonObject): boolean {
  return (
    isList(node.items) ||
    typeof node.exclusiveMinimum === "boolean" ||
    typeof node.exclusiveMaximum === "boolean" ||
    "definitions" in node ||
    "dependencies" in node
  );
}

function modernize(node: JsonObject): JsonObject {
  const { definitions, dependencies, items, additionalItems, ...rest } = node;
  return {
    ...without(rest, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    ...modernBound(node, "minimum", "exclusiveMinimum"),
    ...modernBound(node, "maximum", "exclusiveMaximum"),
    ...(isNode(definitions) && { $defs: { ...definitions, ...asNode(node.$defs) } }),
    ...(isList(items)
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : items !== undefined && { items }),
    ...(isNode(dependencies) && modernDependencies(node, dependencies)),
  };
}

function modernBound(node: JsonObject, bound: string, exclusive: string): JsonObject {
  const limit = node[bound];
  const flag = node[exclusive];
  if (flag === true && limit !== undefined) return { [exclusive]: limit };
  return {
    ...(limit !== undefined && { [bound]: limit }),
    ...(flag !== undefined && typeof flag !== "boolean" && { [exclusive]: flag }),
  };
}

function modernDependencies(node: JsonObject, dependencies: JsonObject): JsonObject {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => isList(value));
  const schemas = entries.filter(([, value]) => isSubschema(value));
  return {
    ...(names.length > 0 && {
      dependentRequired: { ...Object.fromEntries(names), ...asNode(node.dependentRequired) },
    }),
    ...(schemas.length > 0 && {
      dependentSchemas: { ...Object.fromEntries(schemas), ...asNode(node.dependentSchemas) },
    }),
  };
}

function asNode(value: JsonValue | undefined): JsonObject {
  return isNode(value) ? value : {};
}

/** Only known types, in lower case; a list of one is that one. */
function cleanType(node: JsonObject): JsonObject {
  const { type } = node;
  if (type === undefined || TYPES.has(type)) return node;
  const known = (typesOf(node) ?? [])
    .map((each) => each.toLowerCase())
    .filter((each) => TYPES.has(each));
  const [first, ...others] = new Set(known);
  if (first === undefined) return without(node, "type");
  return { ...node, type: others.length === 0 ? first : [first, ...others] };
}

/** OpenAPI's `nullable` as a union with null, where there is something to unite. */
function spellOutNullable(node: JsonObject): JsonObject {
  if (node.nullable === undefined) return node;
  if (node.nullable !== true) return without(node, "nullable");
  const { type, const: value, anyOf } = node;
  const values = value === undefined ? node.enum : [value];
  if (type === undefined && values === undefined && anyOf === undefined) return node;
  return {
    ...without(node, "nullable", "const"),
    ...(type !== undefined && type !== "null" && { type: unite(typesOf(node) ?? [], "null") }),
    ...(isList(values) && { enum: unite(values, null) }),
    ...(isList(anyOf) && { anyOf: uniteBranches(anyOf) }),
  };
}

function unite(values: readonly JsonValue[], value: JsonValue): readonly JsonValue[] {
  return values.includes(value) ? values : [...values, value];
}

function uniteBranches(branches: readonly JsonValue[]): readonly JsonValue[] {
  const hasNull = branches.some((branch) => isNode(branch) && branch.type === "null");
  return hasNull ? branches : [...branches, { type: "null" }];
}

function dropMalformed(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  const entries = Object.entries(node);
  const fine = entries.filter(([keyword, value]) => {
    const isFine = CHECKS.get(keyword)?.(value) ?? isWithinDepth(value, MAX_DATA_DEPTH);
    if (!isFine && !ANNOTATIONS.has(keyword)) noteLoss(keyword);
    return isFine;
  });
  return fine.length === entries.length ? node : Object.fromEntries(fine);
}
