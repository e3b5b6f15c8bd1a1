// Which keywords JSON Schema 2020-12 has, where subschemas lie below them, and which of them say nothing
// about validity. Data only.

/** Keywords that map names to subschemas, `definitions` being the older name of `$defs`. */
export const NAMED_SCHEMAS = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
];
/** Keywords that list subschemas. */
export const LISTED_SCHEMAS = ["anyOf", "oneOf", "allOf", "prefixItems"];
/** Keywords that hold one subschema. */
export const SINGLE_SCHEMAS = [
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];

/** Identity, references and dialect: of no use once everything is in one place. */
export const META = [
  "$schema",
  "$id",
  "$anchor",
  "$ref",
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
  "$recursiveAnchor",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
  "id",
];

/**
 * Keywords that restrict nothing, or nothing without another (`then` without `if`): to leave one out
 * loses words, not meaning.
 */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...META.filter((keyword) => !keyword.endsWith("Ref") && keyword !== "$ref"),
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "format",
  "contentMediaType",
  "contentEncoding",
  "contentSchema",
  "propertyOrdering",
  "minContains",
  "maxContains",
  "then",
  "else",
]);

/** Keywords that apply to values of one type only. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "propertyOrdering",
  ],
  array: [
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
  ],
  string: [
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "contentMediaType",
    "contentEncoding",
    "contentSchema",
  ],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

const TYPE_OF_KEYWORD: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPED).flatMap(([type, keywords]) =>
    keywords.map((keyword) => [keyword, type] as const),
  ),
);

/** True when a keyword can say something about values of a type. */
export function appliesTo(keyword: string, type: string): boolean {
  const own = TYPE_OF_KEYWORD.get(keyword);
  return own === undefined || own === (type === "integer" ? "number" : type);
}

/** Every keyword with a meaning of its own, but for those of `META`. */
export const KEYWORDS: readonly string[] = [
  ...TYPE_OF_KEYWORD.keys(),
  "type",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "nullable",
];
